import type { Failure } from '../failure.ts';
import type { TraceNote } from '../trace.ts';
import { lanesOf, operationsOf } from './lanes.ts';

/** A run as a Mermaid sequence diagram: lanes on the left, operations on the right, the decisive step on a ground of its own. */
export function raceMermaid({ steps, decisive, rule, message }: Failure): string {
  const lanes = lanesOf(steps);
  const operations = operationsOf(steps);
  const names = new Map([...lanes, ...operations].map((name, index) => [name, `p${index}`]));
  const lines = ['sequenceDiagram'];
  for (const name of lanes) lines.push(`  participant ${names.get(name)} as ${text(name)}`);
  for (const name of operations) lines.push(`  actor ${names.get(name)} as ${text(name)}`);
  for (const [index, step] of steps.entries()) {
    const lane = names.get(step.lane);
    if (lane === undefined) continue;
    const inside: string[] = [];
    const early = step.deviates ? ' (out of order)' : '';
    inside.push(`Note over ${lane}: ${text(step.label)}, ${Math.round(step.at * 1000) / 1000} ms${early}`);
    for (const note of step.notes) {
      const arrow = arrowOf(note, lane, names);
      if (arrow !== undefined) inside.push(arrow);
    }
    const broken = index === decisive;
    if (broken) lines.push('  rect rgba(220, 38, 38, 0.2)');
    for (const line of inside) lines.push(`  ${broken ? '  ' : ''}${line}`);
    if (broken) lines.push('  end');
  }
  const last = names.get(operations.at(-1) ?? lanes.at(-1) ?? '');
  if (last !== undefined)
    lines.push(`  Note over ${names.get(lanes[0] ?? '') ?? last},${last}: ${text(`${rule}: ${message}`)}`);
  return lines.join('\n');
}

function arrowOf(note: TraceNote, lane: string, names: ReadonlyMap<string, string>): string | undefined {
  const operation = names.get(note.operation);
  if (operation === undefined || /armed|queued/.test(note.text)) return undefined;
  if (note.kind === 'won') return `${lane}->>${operation}: ${text(note.text)}`;
  if (note.kind === 'refused') return `${lane}--x${operation}: ${text(note.text)}`;
  return note.kind === 'effect' ? `${operation}-->>${lane}: ${text(note.text)}` : undefined;
}

/** What Mermaid would take for its own is written as an entity. */
function text(raw: string): string {
  return raw
    .replaceAll(/[#;:<>{}]/g, (char) => (char === ':' ? '&#58;' : `#${char.codePointAt(0)};`))
    .replaceAll('&#58;', '#58;');
}
