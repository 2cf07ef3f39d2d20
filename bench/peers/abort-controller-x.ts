import { abortable, delay, race } from 'abort-controller-x';
import type { Contender, Work } from './contender.ts';

const limitWithSignal = (work: Work, ms: number, signal: AbortSignal) => () =>
  race(signal, (inner) => [
    delay(inner, ms).then(() => {
      throw new Error('timed out');
    }),
    abortable(inner, work()),
  ]);

/** Its functions need a signal; its docs make one at the top level of the program. */
export const contender: Contender = {
  limit: (work, ms) => limitWithSignal(work, ms, new AbortController().signal),
  limitWithSignal,
};
