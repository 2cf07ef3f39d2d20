import { paint } from './paint.ts';
import type { Mark, Trace } from './trace.ts';

const WIDTH = 66;
const TITLE = 28;
const COLUMN = 9;
const TICK_MS = 20;
const COLUMNS: readonly Mark[] = ['submit', 'arm', 'response', 'decode', 'decide', 'complete', 'late'];

/** Operations as a picture, a line each, and below it the same in ms. */
export function timeline(traces: readonly Trace[], stall: { from: number; until: number }): string {
  const last = Math.max(...traces.flatMap(({ marks }) => Object.values(marks)));
  const endMs = (Math.floor(last / TICK_MS) + 1) * TICK_MS;
  const column = (ms: number) => Math.min(WIDTH - 1, Math.round((ms / endMs) * (WIDTH - 1)));
  const lines = [axis(endMs, column), blocked(stall, column), ...traces.map((trace) => picture(trace, column))];
  return [...lines, '', legend(), '', ...figures(traces)].join('\n');
}

function axis(endMs: number, column: (ms: number) => number): string {
  const cells = new Array<string>(WIDTH + 4).fill(' ');
  for (let ms = 0; ms <= endMs; ms += TICK_MS) {
    for (const [index, digit] of [...String(ms)].entries()) cells[column(ms) + index] = digit;
  }
  return paint('dim', `  ${'ms'.padStart(TITLE - 1)} ${cells.join('').trimEnd()}`);
}

function blocked({ from, until }: { from: number; until: number }, column: (ms: number) => number): string {
  const bar = '▀'.repeat(column(until) - column(from) + 1);
  return `  ${paint('dim', 'our event loop blocked'.padEnd(TITLE))}${' '.repeat(column(from))}${paint('yellow', bar)}`;
}

function picture({ title, limitMs, marks, outcome }: Trace, column: (ms: number) => number): string {
  const cells = new Array<string>(WIDTH).fill(' ');
  const fill = (from: number | undefined, to: number | undefined, text: string) => {
    if (from !== undefined && to !== undefined) cells.fill(text, column(from), column(to) + 1);
  };
  const put = (at: number | undefined, text: string) => {
    if (at !== undefined) cells[column(at)] = text;
  };
  fill(marks.arm, marks.response ?? marks.decide, paint('cyan', '─'));
  fill(marks.decode, marks.decide, paint('blue', '▒'));
  put((marks.arm ?? 0) + limitMs, paint('dim', '┊'));
  put(marks.submit, paint('cyan', '├'));
  put(marks.late, paint('dim', '○'));
  put(marks.decide, sign(outcome));
  put(marks.response, paint('cyan', '●'));
  if (marks.response !== undefined && marks.decide !== undefined) {
    // Never over its response: a decision in the same column comes right after it.
    const at = Math.max(column(marks.decide), column(marks.response) + 1);
    cells[at] = sign(outcome);
  }
  return `  ${title.padEnd(TITLE)}${cells.join('').trimEnd()}`;
}

function sign(outcome: string): string {
  if (outcome === 'fulfilled') return paint(['green', 'bold'], '✔');
  return outcome === 'cancelled' ? paint('magenta', '■') : paint(['red', 'bold'], '✖');
}

function legend(): string {
  const entries = [
    `${paint('cyan', '├─')} armed`,
    `${paint('dim', '┊')} limit`,
    `${paint('cyan', '●')} response`,
    `${paint('blue', '▒')} decoding`,
    `${sign('fulfilled')} fulfilled`,
    `${sign('timedOut')} timed out`,
    `${sign('cancelled')} cancelled`,
    `${paint('dim', '○')} late`,
  ];
  return `  ${entries.join('  ')}`;
}

function figures(traces: readonly Trace[]): string[] {
  const row = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(TITLE)}${cells
      .map((cell) => cell.padStart(COLUMN))
      .join('')
      .slice(4)}`;
  return [
    paint('dim', row('ms', ['limit', ...COLUMNS])),
    ...traces.map(({ title, limitMs, marks }) =>
      row(title, [String(limitMs), ...COLUMNS.map((name) => marks[name]?.toFixed(1) ?? '–')]),
    ),
  ];
}
