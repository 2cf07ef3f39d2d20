import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';

const name = 'wakes-idle';
const impls = ['ours', 'node'];
const roundCount = (quick: boolean) => (quick ? 1 : 3);

/** Wakes of the loop per second with 100,000 timers an hour away and nothing else to do. */
export const wakesIdle: Row = {
  steps: (quick) => impls.length * roundCount(quick),
  async run(report, quick, step) {
    const seconds = quick ? 2 : 5;
    const measure = (impl: string) => runChild<{ wakes: number }>(name, { impl, count: 100_000, seconds });
    const results = await rounds(impls, roundCount(quick), measure, (impl) => step(`${name} ${impl}`));
    for (const [impl, samples] of results) {
      report({ name, impl, value: median(samples.map(({ wakes }) => wakes)), unit: '1/s' });
    }
  },
};
