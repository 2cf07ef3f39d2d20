import { type TimedPromise, timed } from '../../../src/index.ts';
import type { Contender } from '../contender.ts';

export const ours: Contender = {
  name: '`timed`',
  limit: (work, ms, signal) => timed((context) => work(context.signal as AbortSignal), { timeout: ms, signal }),
  limitAndHear: (work, ms, hear) =>
    timed(work, {
      timeout: ms,
      onLate: (outcome) => hear(outcome.status === 'fulfilled' ? outcome.value : outcome.reason),
    }),
  cancel: (promise) => (promise as TimedPromise<unknown>).cancel(),
};
