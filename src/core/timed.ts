import { ContextGate } from './context-gate.ts';
import { expect } from './errors.ts';
import { listen } from './listen.ts';
import type { OperationContext } from './operation-context.ts';
import { extrasOf } from './operation-extras.ts';
import { COMPLETED, FUNCTION_WORK } from './operation-flags.ts';
import { arm } from './operation-limit.ts';
import { defaultRuntime, type Runtime } from './runtime.ts';
import { SharedPromise } from './shared-promise.ts';
import type { TimedContext } from './timed-context.ts';
import { type Call, type CallOptions, callHooks, decodingCallHooks, plainCallHooks } from './timed-hooks.ts';
import { startLimits, startTimeout } from './timed-limits.ts';
import { TimedOperation } from './timed-operation.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedPromise } from './timed-promise.ts';

/** What is put under a limit: a function of the call's context, or a promise that is already under way. */
export type Work<Response> = ((context: TimedContext) => Response | PromiseLike<Response>) | PromiseLike<Response>;

/** Options with a `decode`, which makes the value another type than the response. */
export type DecodingOptions<Response, Value, Fallback> = TimedOptions<Response, Value, Fallback> & {
  readonly decode: NonNullable<TimedOptions<Response, Value, Fallback>['decode']>;
};

/**
 * Puts a time limit on any asynchronous work.
 *
 * ```ts
 * const user = await timed(({ signal }) => fetch(url, { signal }), 500);
 * ```
 *
 * When the limit passes first, the work's signal aborts and the promise rejects with a `TimeoutError`; the same error is the signal's
 * reason. A caller's `signal` that aborts rejects with its own reason, `cancel(reason)` with a `CancelledError`. Never early; a response
 * that had arrived before the deadline wins, also when the event loop was blocked past it. A work that ignores its signal releases the
 * caller all the same, and what it comes to later goes to `onLate`.
 *
 * @param work a function of the call's context, called at once; or a promise.
 * @param limit milliseconds, or options. Everything that is wrong with it is a `TypeError`, always as a rejection, the work not begun.
 */
export function timed<Response>(work: Work<Response>, limit: number): TimedPromise<Response>;
export function timed<Response, Value, Fallback = never>(
  work: Work<Response>,
  options: DecodingOptions<Response, Value, Fallback>,
): TimedPromise<Value | Awaited<Fallback>>;
export function timed<Response, Fallback = never>(
  work: Work<Response>,
  options: TimedOptions<Response, Response, Fallback>,
): TimedPromise<Response | Awaited<Fallback>>;
export function timed(work: Work<unknown>, limit: number | CallOptions): TimedPromise<unknown> {
  const options = typeof limit === 'object' && limit !== null ? limit : undefined;
  const call: Call = new TimedOperation<unknown, unknown, CallOptions | undefined>(
    options ? runtimeOf(options) : defaultRuntime,
    options ? (options.decode ? decodingCallHooks : callHooks) : plainCallHooks,
    options,
    options,
  );
  const promise = call.promise();
  if (typeof work === 'function') call.flags |= FUNCTION_WORK;
  let now: number;
  let refused = false;
  try {
    expect(isObject(work), 'work', 'a function or a promise', work);
    now = options ? startOptions(call, options) : startTimeout(call, limit as number);
    if (options) refused = listen(call, options);
  } catch (error) {
    call.fail(error);
    refuse(call, work);
    return promise;
  }
  if (refused) refuse(call, work);
  else if (call.at <= now && call.expire(now)) {
    call.afterDecision();
    refuse(call, work);
  } else {
    call.held = work;
    if (call.submit(startWork)) arm(call, call.at);
  }
  return promise;
}

/** The runtime of a call: the one it names, the outer call's, or the default. */
export function runtimeOf({ runtime, within }: Pick<CallOptions, 'runtime' | 'within'>): Runtime {
  // What is none is refused later, on one that can say so.
  const named = runtime?.scheduler && runtime;
  return named ?? (within as Partial<OperationContext> | undefined)?.runtime ?? defaultRuntime;
}

/** Limits of a call with options. Returns the time of the call, as {@link startLimits} does. */
function startOptions(call: Call, options: CallOptions): number {
  const { decode, fallback, onTimeout, onLate, disposeLate } = options;
  // An array and a deadline have an `at`.
  const mistaken = 'at' in options || 'aborted' in options;
  expect(!mistaken, 'limit', 'milliseconds or options such as { deadline, signal }', options);
  if (decode || onTimeout || onLate || fallback || disposeLate) extrasOf(call).gate = new ContextGate();
  return startLimits(call, options);
}

function startWork(call: Call): void {
  const work = call.held as Work<unknown>;
  call.held = undefined;
  follow(call, typeof work === 'function' ? work(call) : work);
}

/** A promise that is refused at the door is subscribed to all the same: its rejection is not to be unhandled. */
function refuse(call: Call, work: Work<unknown>): void {
  if (typeof work !== 'function' && isObject(work)) follow(call, work);
}

/** Takes the outcome of the work as the call's response or failure, in time or late. */
function follow(call: Call, work: unknown): void {
  if (!isObject(work)) {
    call.respond(work);
    return;
  }
  const promise = Promise.resolve(work);
  if ((call.flags & FUNCTION_WORK) === 0 && SharedPromise.wrappedBefore(promise)) {
    followShared(call, promise);
    return;
  }
  promise
    // Bound, and not closures: a pending call keeps half the bytes.
    .then(answered.bind(call), failed.bind(call))
    // A native resolver: through it V8 finds the caller's frames for the work's own error.
    .then(call.resolve);
}

/** The work's response. Returns what the link behind its reaction resolves the call's promise with, if it completes at once. */
function answered(this: Call, response: unknown): unknown {
  const { resolve } = this;
  // Lent to the link: resolving twice would be harmless, but it costs as much as all the rest.
  this.resolve = undefined;
  if (this.respond(response) && (this.flags & COMPLETED) !== 0) return this.result;
  this.resolve = resolve;
  return never();
}

function failed(this: Call, reason: unknown): Promise<never> {
  this.fail(reason);
  return never();
}

/** For the link behind the work's reaction, where the completion goes another way. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function followShared(call: Call, promise: Promise<unknown>): void {
  const extras = extrasOf(call);
  extras.ending = promise;
  if (call.data?.onLate ?? call.runtime.observer?.late) SharedPromise.follow(promise, call);
  else if (!call.outcome) extras.places = SharedPromise.follow(promise, call, extras.places);
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
