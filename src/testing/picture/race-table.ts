import type { Failure } from '../failure.ts';
import { lanesOf } from './lanes.ts';

/** A run as a table for a terminal: a row for each step, a column for each lane. `>` deviates; `!` is where the rule broke. */
export function raceTable({ steps, decisive, rule, message }: Failure): string {
  const lanes = lanesOf(steps);
  const rows = [['', 't', ...lanes, 'what came of it']];
  for (const [index, step] of steps.entries()) {
    if (step.lane === '' && step.notes.length === 0 && index !== decisive) continue;
    const mark = index === decisive ? '!' : step.deviates ? '>' : '';
    const notes = step.notes
      .filter((note) => note.kind !== 'broken' && !(note.kind === 'effect' && /armed|queued/.test(note.text)))
      .map((note) => (note.operation === '' ? note.text : `${note.operation}: ${note.text}`));
    rows.push([
      mark,
      step.lane === '' ? '' : String(Math.round(step.at * 1000) / 1000),
      ...lanes.map((lane) => (lane === step.lane ? step.label : '')),
      (step.lane === '' ? [`(${step.label})`, ...notes] : notes).join(', '),
    ]);
  }
  const last = lanes.length + 2;
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0)))
      .join(' | ')
      .trimEnd();
  const rule2 = widths.map((width, column) => '-'.repeat(column === last ? 15 : width)).join('-|-');
  return [line(rows[0] ?? []), rule2, ...rows.slice(1).map(line), `=> ${rule}: ${message}`].join('\n');
}
