import type { TimeoutError } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import { BY_PARENT, FALLBACK, FUNCTION_WORK } from './operation-flags.ts';
import type { OperationHooks } from './operation-hooks.ts';
import { reportError } from './report-error.ts';
import type { TimedOperation } from './timed-operation.ts';
import type { TimedOptions } from './timed-options.ts';
import { Rejection } from './timed-promise.ts';

/** The options of a call, by now of no particular type. */
export type CallOptions = TimedOptions<unknown, unknown, unknown>;
/** The operation of a call of `timed`. */
export type Call = TimedOperation<unknown, unknown, CallOptions | undefined>;
type CallHooks = OperationHooks<unknown, unknown, CallOptions | undefined>;

/** What `timed` does at the turns of the race. One object for all calls; what differs is in the call's options. */
export const callHooks: CallHooks = {
  timedOut(call, error) {
    const options = call.data;
    // A parent's limit is the parent's affair: neither hook nor fallback hides it.
    if (options === undefined || (call.flags & BY_PARENT) !== 0) return;
    const { onTimeout, fallback } = options;
    if (onTimeout !== undefined) watch(call, () => onTimeout(error));
    if (fallback !== undefined) fallBack(call, error, fallback);
  },

  late(call, outcome) {
    const { onLate, disposeLate } = call.data ?? {};
    if (onLate !== undefined) watch(call, () => onLate(outcome));
    if (disposeLate === true && (call.flags & FUNCTION_WORK) !== 0) watch(call, () => dispose(outcome));
  },
};

/** The same for a call with a `decode`. */
export const decodingCallHooks: CallHooks = {
  ...callHooks,
  decode: (response, call) => call.data?.decode?.(response, call),
  decodeTimeout: (call) => call.data?.decodeTimeout,
};

function fallBack(call: Call, error: TimeoutError, fallback: unknown): void {
  call.flags |= FALLBACK;
  try {
    call.held = typeof fallback === 'function' ? fallback(error) : fallback;
  } catch (thrown) {
    call.held = new Rejection(thrown);
  }
}

function dispose(outcome: LateOutcome): unknown {
  if (outcome.status === 'rejected' || typeof outcome.value !== 'object' || outcome.value === null) return undefined;
  const resource = outcome.value as Partial<AsyncDisposable & Disposable>;
  if (typeof resource[Symbol.asyncDispose] === 'function') return resource[Symbol.asyncDispose]?.();
  return resource[Symbol.dispose]?.();
}

/** Runs a hook, which may be asynchronous: nobody awaits it, and its failure is reported like a throw. */
function watch(call: Call, hook: () => unknown): void {
  const failed = (error: unknown): void => reportError(error, call);
  try {
    const result = hook();
    if (result instanceof Promise) result.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}
