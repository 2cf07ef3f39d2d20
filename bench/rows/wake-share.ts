import { runChild } from '../runner/child.ts';
import type { Row } from '../runner/row.ts';

const name = 'wake-share';

/** The largest share of 960,000 pending timers that one wake touches. A count on a fake clock: one run tells all. */
export const wakeShare: Row = {
  steps: () => 1,
  async run(report, _quick, step) {
    step(name);
    const result = await runChild<{ share: number }>(name, { minute: 60_000, each: 16 });
    report({ name, impl: 'ours', value: result?.share ?? null, unit: 'share' });
  },
};
