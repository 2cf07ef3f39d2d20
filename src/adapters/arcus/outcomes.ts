import { outcomesOf, type PartOutcome } from '../../core/timed-all.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';

/** What came of each key of a call, in the order of the keys. */
export type KeyOutcomes<Value> = Map<string, PartOutcome<Value>>;

/** The promise of a call that is several operations. */
export interface GroupPromise<Value> extends Promise<Value> {
  /** Gives up every operation that is not decided. Returns whether there was any. */
  cancel(reason?: unknown): boolean;
}

/**
 * What several operations came to together, once all are decided: `combine` gets an outcome for each.
 * Rejects with an `AggregateError` if none succeeded, with a `CancelledError` if all were cancelled.
 */
export function together<Value, Part = unknown>(
  calls: readonly TimedPromise<Part>[],
  combine: (outcomes: readonly PartOutcome<Part>[]) => Value,
): GroupPromise<Value> {
  const all = Promise.allSettled(calls).then((settled) =>
    combine(outcomesOf(settled, calls, undefined) as PartOutcome<Part>[]),
  );
  return Object.assign(all, {
    cancel: (reason?: unknown) => calls.map((call) => call.cancel(reason)).includes(true),
  });
}

/** Whatever is wrong with a call is a rejection. */
export function orRefused<Value>(start: () => GroupPromise<Value>): GroupPromise<Value> {
  try {
    return start();
  } catch (error) {
    return Object.assign(Promise.reject(error), { cancel: () => false });
  }
}
