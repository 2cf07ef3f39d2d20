import pTimeout from 'p-timeout';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => () => pTimeout(work(), { milliseconds: ms }),
  limitWithSignal: (work, ms, signal) => () => pTimeout(work(), { milliseconds: ms, signal }),
};
