import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';

const name = 'wakes-idle';

const planOf = (quick: boolean) => ({
  keys: ['ours', 'node'],
  count: () => (quick ? 1 : 3),
  label: (impl: string) => `${name} ${impl}`,
  measure: (impl: string) => runChild<{ wakes: number }>(name, { impl, count: 100_000, seconds: quick ? 2 : 5 }),
});

/** Wakes of the loop per second with 100,000 timers an hour away and nothing else to do. */
export const wakesIdle: Row = {
  steps: (quick) => stepsOf(planOf(quick)),
  async run(measuring) {
    for (const [impl, samples] of await rounds(planOf(measuring.quick), measuring)) {
      measuring.report({ name, impl, value: median(samples.map(({ wakes }) => wakes)), unit: '1/s' });
    }
  },
};
