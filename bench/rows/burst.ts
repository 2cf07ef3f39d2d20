import type { Gaps } from '../children/loop-watch.ts';
import { runChild } from '../runner/child.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { reportAgainstNode } from './compare.ts';

const planOf = (quick: boolean) => ({
  keys: ['ours', 'node'],
  count: () => (quick ? 2 : 7),
  label: (impl: string) => `burst-block ${impl}`,
  measure: (impl: string) => runChild<Gaps>('burst', { impl, count: 100_000 }),
});

/** The longest gap between two I/O callbacks while 100,000 timers due at once expire, by the clock and in CPU time. */
export const burst: Row = {
  steps: (quick) => stepsOf(planOf(quick)),
  async run(measuring) {
    const results = await rounds(planOf(measuring.quick), measuring);
    reportAgainstNode(measuring.report, 'burst-block-ms', 'ms', results, ({ longest }) => longest);
    reportAgainstNode(measuring.report, 'burst-block-cpu-ms', 'ms', results, ({ longestCpu }) => longestCpu);
  },
};
