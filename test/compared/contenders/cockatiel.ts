import { TimeoutStrategy, timeout } from 'cockatiel';
import type { Contender } from '../contender.ts';

export const cockatiel: Contender = {
  name: 'cockatiel 4',
  limit: (work, ms, signal) =>
    timeout(ms, TimeoutStrategy.Aggressive).execute((context) => work(context.signal), signal),
};
