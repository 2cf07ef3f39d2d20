import type { Contender, Work } from './contender.ts';

/** What any work that honours a signal does with it: reject on abort, drop the listener when done. */
function honour(work: Work, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work().then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (error) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    );
  });
}

/** The native idiom with signals: `AbortSignal.any` of the caller's signal and `AbortSignal.timeout`. */
export const contender: Contender = {
  // A caller's own signal a call: on a shared one `any` slows down from call to call, which is `limitWithSignal`.
  limit: (work, ms) => () => {
    const caller = new AbortController();
    return honour(work, AbortSignal.any([caller.signal, AbortSignal.timeout(ms)]));
  },
  limitWithSignal: (work, ms, signal) => () => honour(work, AbortSignal.any([signal, AbortSignal.timeout(ms)])),
};
