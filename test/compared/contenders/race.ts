import type { Contender } from '../contender.ts';

/** What people write by hand. */
export const race: Contender = {
  name: '`Promise.race`',
  limit(work, ms) {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), ms);
    });
    return Promise.race([work(), timeout]).finally(() => clearTimeout(timer));
  },
};
