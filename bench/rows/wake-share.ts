import { runChild } from '../runner/child.ts';
import { rounds } from '../runner/rounds.ts';
import type { Row } from '../runner/row.ts';

const name = 'wake-share';

/** The largest share of 960,000 pending timers that one wake touches. A count on a fake clock: one run tells all. */
export const wakeShare: Row = {
  steps: () => 1,
  async run(measuring) {
    const measure = () => runChild<{ share: number }>(name, { minute: 60_000, each: 16 });
    const results = await rounds({ keys: ['ours'], count: () => 1, label: () => name, measure }, measuring);
    measuring.report({ name, impl: 'ours', value: results.get('ours')?.[0]?.share ?? null, unit: 'share' });
  },
};
