import { addTimeoutToPromise } from '@apify/timeout';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => () => addTimeoutToPromise(work, ms, 'timed out'),
};
