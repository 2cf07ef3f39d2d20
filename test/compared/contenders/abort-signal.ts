import type { Contender } from '../contender.ts';

/** What the platform has. */
export const abortSignal: Contender = {
  name: '`AbortSignal.timeout`',
  async limit(work, ms, signal) {
    const timeout = AbortSignal.timeout(ms);
    return work(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  },
};
