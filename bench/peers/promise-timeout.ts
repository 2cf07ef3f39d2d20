import promiseTimeout from 'promise-timeout';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => () => promiseTimeout.timeout(work(), ms),
};
