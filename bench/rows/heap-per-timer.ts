import { runChild } from '../runner/child.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { reportAgainstNode } from './compare.ts';

const name = 'heap-per-timer';

const planOf = (quick: boolean) => ({
  keys: ['ours', 'node'],
  count: () => (quick ? 1 : 3),
  label: (impl: string) => `${name} ${impl}`,
  measure: (impl: string) => runChild<{ bytes: number }>(name, { impl, count: 100_000 }),
});

/** Bytes of one pending timer over an operation with nothing of a timer in it, with 100,000 pending. */
export const heapPerTimer: Row = {
  steps: (quick) => stepsOf(planOf(quick)),
  async run(measuring) {
    const results = await rounds(planOf(measuring.quick), measuring);
    reportAgainstNode(measuring.report, name, 'B', results, ({ bytes }) => bytes);
  },
};
