import { peersWithSignal } from '../peers/names.ts';
import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

interface Answer {
  readonly plain: number;
  readonly signal: number;
  readonly kept: number;
}

const name = 'long-signal';
const impls = ['ours', ...peersWithSignal];
const roundCount = (quick: boolean) => (quick ? 1 : 3);

/** A call on one long-lived signal against the same call without, and what each such call leaves behind. */
export const longSignal: Row = {
  steps: (quick) => impls.length * roundCount(quick),
  async run(report, quick, step) {
    const segments = quick ? { size: 2000, count: 100, budget: 250 } : { size: 5000, count: 80, budget: 4000 };
    const wrapsOf = (impl: string) => ({
      wraps: 1_000_000,
      wrapBudget: quick ? (impl === 'ours' ? 5000 : 300) : 15_000,
    });
    const measure = (impl: string) => runChild<Answer>(name, { impl, ...segments, ...wrapsOf(impl) });
    const results = await rounds(impls, roundCount(quick), measure, (impl) => step(`${name} ${impl}`));
    for (const [impl, samples] of results) {
      const signal = samples.map((sample) => sample.signal);
      const plain = samples.map((sample) => sample.plain);
      const ratio = ratioByRound(signal, plain);
      report({ name, impl, value: median(signal), unit: 'ns', ratio, to: 'plain', base: median(plain) });
      report({ name: `${name}-kept`, impl, value: median(samples.map(({ kept }) => kept)), unit: 'B' });
    }
  },
};
