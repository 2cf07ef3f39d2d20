import type { TimeoutError } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import { BY_PARENT, FALLBACK, FUNCTION_WORK } from './operation-flags.ts';
import type { OperationHooks } from './operation-hooks.ts';
import { reportHookError } from './report-error.ts';
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
    try {
      watch(call, onTimeout?.(error));
    } finally {
      if (fallback !== undefined) fallBack(call, error, fallback);
    }
  },

  late(call, outcome) {
    const { onLate, disposeLate } = call.data ?? {};
    try {
      watch(call, onLate?.(outcome));
    } finally {
      if (disposeLate === true && (call.flags & FUNCTION_WORK) !== 0) dispose(call, outcome);
    }
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

function dispose(call: Call, outcome: LateOutcome): void {
  if (outcome.status === 'rejected' || typeof outcome.value !== 'object' || outcome.value === null) return;
  const resource = outcome.value as Partial<AsyncDisposable & Disposable>;
  if (typeof resource[Symbol.asyncDispose] === 'function') watch(call, resource[Symbol.asyncDispose]?.());
  else resource[Symbol.dispose]?.();
}

/** A hook may be asynchronous: nobody awaits it, and its failure is reported like a throw. */
function watch(call: Call, result: unknown): void {
  if (result instanceof Promise) result.then(undefined, (error) => reportHookError(error, call));
}
