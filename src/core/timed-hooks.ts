import type { LateOutcome } from './late-outcome.ts';
import { FALLBACK, FUNCTION_WORK } from './operation-flags.ts';
import type { OperationHooks } from './operation-hooks.ts';
import { reportError } from './report-error.ts';
import type { TimedOperation } from './timed-operation.ts';
import type { TimedOptions } from './timed-options.ts';

/** The options of a call, by now of no particular type. */
export type CallOptions = TimedOptions<unknown, unknown, unknown>;
/** The operation of a call of `timed`. */
export type Call = TimedOperation<unknown, unknown, CallOptions | undefined>;
type CallHooks = OperationHooks<unknown, unknown, CallOptions | undefined>;

/** A call with nothing but a limit. */
export const plainCallHooks: CallHooks = {};

/** What `timed` does at the turns of the race. One object for all calls with options; what differs is in those. */
export const callHooks: CallHooks = {
  timedOut(call, error) {
    const { onTimeout, fallback } = call.data as CallOptions;
    // A parent's limit is the parent's affair: neither hook nor fallback hides it.
    if (error.kind === 'deadline' && call.extras?.limits?.capIsParents) return;
    if (onTimeout) watch(call, onTimeout, error);
    if (fallback === undefined) return;
    call.flags |= FALLBACK;
    const value = new Promise((resolve) => resolve(typeof fallback === 'function' ? fallback(error) : fallback));
    // It waits for the completion's turn, and is not to be unhandled meanwhile.
    value.then(undefined, () => {});
    call.held = value;
  },

  late(call, outcome) {
    const { onLate, disposeLate } = call.data as CallOptions;
    if (onLate) watch(call, onLate, outcome);
    if (disposeLate && (call.flags & FUNCTION_WORK) !== 0) watch(call, dispose, outcome);
  },
};

/** The same for a call with a `decode`. */
export const decodingCallHooks: CallHooks = {
  ...callHooks,
  decode: (response, call) => call.data?.decode?.(response, call),
  decodeTimeout: (call) => call.data?.decodeTimeout,
};

function dispose(outcome: LateOutcome): unknown {
  const { value } = outcome as { value?: Partial<AsyncDisposable & Disposable> | null };
  return (value?.[Symbol.asyncDispose] ?? value?.[Symbol.dispose])?.call(value as AsyncDisposable & Disposable);
}

/** Runs a hook, which may be asynchronous: nobody awaits it, and its failure is reported. */
function watch<Argument>(call: Call, hook: (argument: Argument) => unknown, argument: Argument): void {
  new Promise((resolve) => resolve(hook(argument))).then(undefined, (error) => reportError(error, call));
}
