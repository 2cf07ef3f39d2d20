import { delay, race } from 'abort-controller-x';
import type { Contender } from '../contender.ts';

async function timeout(signal: AbortSignal, ms: number): Promise<never> {
  await delay(signal, ms);
  throw new Error('timed out');
}

export const abortControllerX: Contender = {
  name: 'abort-controller-x 0.5',
  limit: (work, ms, signal = new AbortController().signal) =>
    race(signal, (inner) => [work(inner), timeout(inner, ms)]),
};
