import { peersWithSignal } from '../peers/names.ts';
import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds, stepsOf } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

interface Answer {
  readonly plain: number;
  readonly signal: number;
  readonly kept: number;
}

const name = 'long-signal';

function inputOf(impl: string, quick: boolean): object {
  const segments = quick ? { size: 2000, count: 100, budget: 250 } : { size: 5000, count: 80, budget: 4000 };
  const [ours, others] = quick ? [5000, 300] : [15_000, 4000];
  return { impl, ...segments, wraps: 1_000_000, wrapBudget: impl === 'ours' ? ours : others };
}

const planOf = (quick: boolean) => ({
  keys: ['ours', ...peersWithSignal],
  count: (impl: string) => (quick ? 1 : impl === 'ours' ? 5 : 2),
  label: (impl: string) => `${name} ${impl}`,
  measure: (impl: string) => runChild<Answer>(name, inputOf(impl, quick)),
});

/** A call on one long-lived signal against the same call without, and what each such call leaves behind. */
export const longSignal: Row = {
  steps: (quick) => stepsOf(planOf(quick)),
  async run(measuring) {
    const results = await rounds(planOf(measuring.quick), measuring);
    for (const [impl, samples] of results) {
      const signal = samples.map((sample) => sample.signal);
      const plain = samples.map((sample) => sample.plain);
      const ratio = ratioByRound(signal, plain);
      measuring.report({
        name,
        impl,
        value: median(signal),
        unit: 'ns',
        ratio,
        to: 'plain',
        base: median(plain),
      });
      measuring.report({ name: `${name}-kept`, impl, value: median(samples.map(({ kept }) => kept)), unit: 'B' });
    }
  },
};
