import timers from 'undici/lib/util/timers.js';
import type { Contender } from './contender.ts';

/** The timers undici keeps for its own requests (499 ms a tick), around a promise. */
export const contender: Contender = {
  limit: (work, ms) => () =>
    new Promise((resolve, reject) => {
      const timer = timers.setFastTimeout(() => reject(new Error('timed out')), ms);
      work().then(
        (value) => {
          timers.clearFastTimeout(timer);
          resolve(value);
        },
        (error) => {
          timers.clearFastTimeout(timer);
          reject(error);
        },
      );
    }),
};
