import CircuitBreaker from 'opossum';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  // The circuit is kept closed (no call volume is ever enough to open it): only its timeout is measured.
  limit: (work, ms) => {
    const breaker = new CircuitBreaker(work, { timeout: ms, volumeThreshold: Number.MAX_SAFE_INTEGER });
    return () => breaker.fire();
  },
};
