import type { TraceStep } from '../trace.ts';

const KNOWN: readonly string[] = ['user', 'net', 'timer', 'loop', 'decode', 'exec'];

/** The lanes of a run, in the order in which they are shown. */
export function lanesOf(steps: readonly TraceStep[]): string[] {
  const used = new Set(steps.map((step) => step.lane).filter(Boolean));
  return [...KNOWN.filter((lane) => used.has(lane)), ...[...used].filter((lane) => !KNOWN.includes(lane))];
}

/** The operations of a run, in the order in which they were first heard of. */
export function operationsOf(steps: readonly TraceStep[]): string[] {
  return [...new Set(steps.flatMap((step) => Object.keys(step.states)))];
}
