/// <reference lib="esnext.disposable" preserve="true" />
import { checkOptions } from './check-options.ts';
import { CancelledError, expect } from './errors.ts';
import { SUBMITTED } from './operation-flags.ts';
import type { Outcome } from './state-cell.ts';
import { runtimeOf, timed, type Work } from './timed.ts';
import type { Call } from './timed-hooks.ts';
import type { Begun } from './timed-limits.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedCall, TimedPromise } from './timed-promise.ts';

/** How one part came out. */
export type PartOutcome<Value> =
  | { readonly outcome: 'fulfilled'; readonly value: Value }
  | { readonly outcome: Exclude<Outcome, 'fulfilled'>; readonly reason: unknown };

/** Options of {@link timedAll}: limits and signal for the whole. Of several limits the earliest wins. */
export type TimedAllOptions = Pick<
  TimedOptions,
  'timeout' | 'deadline' | 'within' | 'signal' | 'onLate' | 'disposeLate' | 'name' | 'ref' | 'runtime'
>;

/** The outcomes of all parts, in the order of the parts. */
export type PartOutcomes<Parts extends readonly unknown[]> = {
  -readonly [Index in keyof Parts]: PartOutcome<Parts[Index] extends Work<infer Response> ? Awaited<Response> : never>;
};

/** The promise of a group, which can be cancelled as a whole. Leaving the scope of `using` cancels it. */
export interface TimedGroup<Outcomes> extends Promise<Outcomes>, Disposable {
  /** The parts' operations, in the order of the parts. */
  readonly parts: readonly TimedCall<unknown>[];
  /** Gives up every part that is not decided. Returns whether there was any. */
  cancel(reason?: unknown): boolean;
}

/**
 * Puts several works under one limit, and keeps what each came to: at the limit the parts that have answered are not lost with those
 * that have not.
 *
 * Fulfils with an outcome a part, in input order, if at least one part succeeded, or there were none. Rejects with an `AggregateError`
 * of the parts' reasons if none succeeded; with a `CancelledError` if all were cancelled; with a `TypeError`, no part begun, if an
 * option is wrong or a part is neither a function nor a promise.
 *
 * ```ts
 * const [user, news] = await timedAll([({ signal }) => getUser(signal), ({ signal }) => getNews(signal)], { timeout: 300 });
 * if (news.outcome === 'fulfilled') show(news.value);
 * ```
 */
export function timedAll<const Parts extends readonly Work<unknown>[]>(
  parts: Parts,
  limit: number | TimedAllOptions,
): TimedGroup<PartOutcomes<Parts>> {
  const calls: TimedPromise<unknown>[] = [];
  const outcomes = start(parts, limit, calls);
  const cancel = (reason?: unknown): boolean => calls.map((call) => call.cancel(reason)).includes(true);
  return Object.assign(outcomes as Promise<PartOutcomes<Parts>>, {
    parts: calls.map((call) => call.operation),
    cancel,
    [Symbol.dispose]() {
      // Whoever leaves the scope no longer waits: the cancel is no unhandled rejection.
      outcomes.then(undefined, () => {});
      cancel();
    },
  });
}

async function start(
  parts: readonly Work<unknown>[],
  limit: number | TimedAllOptions,
  calls: TimedPromise<unknown>[],
): Promise<unknown> {
  expect(Array.isArray(parts), 'parts', 'an array', parts);
  const options: TimedAllOptions =
    typeof limit === 'object' && limit !== null ? limit : { timeout: limit ?? Number.NaN };
  const { name } = options;
  const wrong = mistakeIn(parts, options);
  // With a mistake no part is begun; but a promise among them is subscribed to, as `timed` does.
  // Else one clock read for the whole: all parts end at the same instant.
  const limits: TimedAllOptions & Begun =
    wrong === undefined ? { ...options, since: runtimeOf(options).clock.now() } : { timeout: Number.NaN };
  for (const [index, part] of parts.entries()) {
    calls.push(timed(part, { ...limits, name: name === undefined ? undefined : `${name}[${index}]` }));
  }
  // The options of no part are to be checked all the same.
  const all = calls.length > 0 ? calls : [timed(() => undefined, limits)];
  const settled = await Promise.allSettled(all);
  if (wrong !== undefined) throw wrong;
  for (const { operation } of all) {
    const { flags, outcome, reason } = operation as Call;
    if (outcome === 'failed' && (flags & SUBMITTED) === 0) throw reason;
  }
  return outcomesOf(settled, calls, name);
}

/** What is wrong with the options as a whole, or with a part: an error. */
function mistakeIn(parts: readonly Work<unknown>[], options: TimedAllOptions): unknown {
  try {
    checkOptions('timedAll', options, []);
    for (const [index, part] of parts.entries()) {
      const right = typeof part === 'function' || (typeof part === 'object' && part !== null);
      expect(right, `parts[${index}]`, 'a function or a promise', part);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * How settled calls came out.
 * @throws AggregateError if none succeeded, CancelledError if all were cancelled.
 * @internal
 */
export function outcomesOf(
  settled: readonly PromiseSettledResult<unknown>[],
  calls: readonly TimedPromise<unknown>[],
  name: string | undefined,
): PartOutcome<unknown>[] {
  const outcomes = calls.map(({ operation }, index): PartOutcome<unknown> => {
    const result = settled[index] as PromiseSettledResult<unknown>;
    return result.status === 'fulfilled'
      ? { outcome: 'fulfilled', value: result.value }
      : { outcome: operation.outcome as Exclude<Outcome, 'fulfilled'>, reason: result.reason };
  });
  if (calls.length === 0 || outcomes.some(({ outcome }) => outcome === 'fulfilled')) return outcomes;
  const reasons = calls.map(({ operation }) => operation.reason);
  if (outcomes.every(({ outcome }) => outcome === 'cancelled')) throw cancelled(calls, name);
  throw new AggregateError(reasons, `None of ${outcomes.length} parts succeeded`);
}

/** All were cancelled, by whatever gave the first of them up. */
function cancelled([first]: readonly TimedPromise<unknown>[], name: string | undefined): CancelledError {
  const { reason, cancelSource = 'caller' } = first?.operation ?? {};
  return new CancelledError(cancelSource, reason instanceof CancelledError ? reason.cause : reason, name);
}
