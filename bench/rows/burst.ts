import type { Gaps } from '../children/loop-watch.ts';
import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

const impls = ['ours', 'node'];
const roundCount = (quick: boolean) => (quick ? 2 : 7);

/** The longest gap between two I/O callbacks while 100,000 timers due at once expire, by the clock and in CPU time. */
export const burst: Row = {
  steps: (quick) => impls.length * roundCount(quick),
  async run(report, quick, step) {
    const measure = (impl: string) => runChild<Gaps>('burst', { impl, count: 100_000 });
    const results = await rounds(impls, roundCount(quick), measure, (impl) => step(`burst-block ${impl}`));
    for (const [name, key] of [
      ['burst-block-ms', 'longest'],
      ['burst-block-cpu-ms', 'longestCpu'],
    ] as const) {
      const of = (impl: string) => (results.get(impl) ?? []).map((gaps) => gaps[key]);
      report({ name, impl: 'node', value: median(of('node')), unit: 'ms' });
      const ratio = ratioByRound(of('ours'), of('node'));
      report({ name, impl: 'ours', value: median(of('ours')), unit: 'ms', ratio, to: 'node' });
    }
  },
};
