import { expect } from 'vitest';

/** What a promise rejects with; fails the test when it fulfils. */
export function reasonOf(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    (value) => expect.fail(`it fulfilled with ${String(value)}`),
    (error: unknown) => error,
  );
}

/** A work that never answers, and does not listen to its signal. */
export const never = (): Promise<never> => new Promise<never>(() => {});

/** Keeps the event loop from turning. */
export function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** A promise in the test's hands. */
export interface Held<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

export function hold<Value>(): Held<Value> {
  let resolve: Held<Value>['resolve'] = () => {};
  let reject: Held<Value>['reject'] = () => {};
  const promise = new Promise<Value>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}
