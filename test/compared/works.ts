import { setTimeout as wait } from 'node:timers/promises';

/** A work that never answers, and ends with its signal's reason. */
export function obedient(signal?: AbortSignal): Promise<unknown> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A work that never answers, and takes no notice of any signal. */
export function deaf(): Promise<unknown> {
  return new Promise(() => {});
}

/** What a promise comes to. */
export type Ending =
  | { readonly status: 'fulfilled'; readonly value: unknown }
  | { readonly status: 'rejected'; readonly reason: unknown }
  | { readonly status: 'pending' };

/** What `start` comes to within `ms`; what it throws is what it comes to. */
export function within(ms: number, start: () => Promise<unknown>): Promise<Ending> {
  const begun = new Promise((resolve) => resolve(start()));
  return Promise.race([
    begun.then(
      (value): Ending => ({ status: 'fulfilled', value }),
      (reason): Ending => ({ status: 'rejected', reason }),
    ),
    wait(ms).then((): Ending => ({ status: 'pending' })),
  ]);
}
