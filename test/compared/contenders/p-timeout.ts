import limit from 'p-timeout';
import type { Contender } from '../contender.ts';

export const pTimeout: Contender = {
  name: 'p-timeout 8',
  limit: (work, ms, signal) => limit(work(), { milliseconds: ms, ...(signal && { signal }) }),
};
