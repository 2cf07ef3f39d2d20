import { TimeoutStrategy, timeout } from 'cockatiel';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => {
    const policy = timeout(ms, TimeoutStrategy.Aggressive);
    return () => policy.execute(work);
  },
  limitWithSignal: (work, ms, signal) => {
    const policy = timeout(ms, TimeoutStrategy.Aggressive);
    return () => policy.execute(work, signal);
  },
};
