import { runChild } from '../runner/child.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';
import { ratioByRound } from './ratio.ts';

const name = 'heap-per-timer';
const impls = ['ours', 'node'];
const roundCount = (quick: boolean) => (quick ? 1 : 3);

/** Bytes of one pending timer over an operation with nothing of a timer in it, with 100,000 pending. */
export const heapPerTimer: Row = {
  steps: (quick) => impls.length * roundCount(quick),
  async run(report, quick, step) {
    const measure = (impl: string) => runChild<{ bytes: number }>(name, { impl, count: 100_000 });
    const results = await rounds(impls, roundCount(quick), measure, (impl) => step(`${name} ${impl}`));
    const of = (impl: string) => (results.get(impl) ?? []).map(({ bytes }) => bytes);
    report({ name, impl: 'node', value: median(of('node')), unit: 'B' });
    const ratio = ratioByRound(of('ours'), of('node'));
    report({ name, impl: 'ours', value: median(of('ours')), unit: 'B', ratio, to: 'node' });
  },
};
