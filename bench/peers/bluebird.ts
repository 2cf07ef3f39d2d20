import Bluebird from 'bluebird';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => () => Bluebird.resolve(work()).timeout(ms),
};
