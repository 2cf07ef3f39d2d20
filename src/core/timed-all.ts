import { checkLimit, Deadline } from './deadline.ts';
import { CancelledError } from './errors.ts';
import type { Outcome } from './state-cell.ts';
import { runtimeOf, timed, type Work } from './timed.ts';
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

/** The promise of a group, which can be cancelled as a whole. */
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
 * of the parts' reasons if none succeeded; with a `CancelledError` if all were cancelled.
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
  const options: TimedAllOptions = typeof limit === 'number' ? { timeout: limit } : limit;
  const calls: TimedPromise<unknown>[] = [];
  const outcomes = start(parts, options, calls) as Promise<unknown>;
  const group = outcomes as unknown as Record<'parts' | 'cancel' | symbol, unknown>;
  const cancel = (reason?: unknown): boolean => calls.map((call) => call.cancel(reason)).includes(true);
  group['parts'] = calls.map((call) => call.operation);
  group['cancel'] = cancel;
  group[Symbol.dispose] = () => {
    // Whoever leaves the scope no longer waits: the cancel is no unhandled rejection.
    outcomes.then(undefined, () => {});
    cancel();
  };
  return outcomes as TimedGroup<PartOutcomes<Parts>>;
}

async function start(
  parts: readonly Work<unknown>[],
  options: TimedAllOptions,
  calls: TimedPromise<unknown>[],
): Promise<PartOutcome<unknown>[]> {
  const { timeout, name, ...rest } = options;
  let { deadline } = options;
  let wrong: TypeError | undefined;
  try {
    // One clock read for the whole: all parts end at the same instant.
    const own =
      timeout === undefined ? undefined : Deadline.after(checkLimit('timeout', timeout), runtimeOf(options).clock);
    if (own !== undefined) deadline = deadline === undefined ? own : Deadline.earliest(own, deadline);
  } catch (error) {
    wrong = error as TypeError;
  }
  for (const part of parts) {
    // With a wrong option no part is begun; but a promise among them is subscribed to, as `timed` does.
    const limits = wrong === undefined ? { ...rest, deadline } : { timeout: Number.NaN };
    calls.push(timed(part, { ...limits, name: name === undefined ? undefined : `${name}[${calls.length}]` }));
  }
  const settled = await Promise.allSettled(calls);
  if (wrong !== undefined) throw wrong;
  return outcomesOf(settled, calls);
}

/**
 * How settled calls came out.
 * @throws AggregateError if none succeeded, CancelledError if all were cancelled.
 * @internal
 */
export function outcomesOf(
  settled: readonly PromiseSettledResult<unknown>[],
  calls: readonly TimedPromise<unknown>[],
): PartOutcome<unknown>[] {
  const outcomes = settled.map((result, index): PartOutcome<unknown> => {
    const outcome = (calls[index] as TimedPromise<unknown>).operation.outcome;
    return result.status === 'fulfilled'
      ? { outcome: 'fulfilled', value: result.value }
      : { outcome: outcome === undefined || outcome === 'fulfilled' ? 'failed' : outcome, reason: result.reason };
  });
  if (outcomes.length === 0 || outcomes.some(({ outcome }) => outcome === 'fulfilled')) return outcomes;
  const reasons = outcomes.map((each) => ('reason' in each ? each.reason : undefined));
  if (outcomes.every(({ outcome }) => outcome === 'cancelled')) throw cancelled(calls, reasons[0]);
  throw new AggregateError(reasons, `None of ${outcomes.length} parts succeeded`);
}

/** All were cancelled, by whatever gave the first of them up. */
function cancelled(calls: readonly TimedPromise<unknown>[], reason: unknown): CancelledError {
  const source = calls[0]?.operation.cancelSource ?? 'caller';
  return reason instanceof CancelledError
    ? new CancelledError(source, reason.cause)
    : new CancelledError(source, reason);
}
