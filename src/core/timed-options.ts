import type { Deadline } from './deadline.ts';
import type { TimeoutError } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import type { Runtime } from './runtime.ts';
import type { AbortSignalLike } from './signal.ts';
import type { TimedContext } from './timed-context.ts';
import type { WorkSignal } from './work-signal.ts';

/** Options of {@link timed}. Of several limits the earliest wins; without any the call waits for ever, and can be cancelled. */
export interface TimedOptions<Response = unknown, Value = Response, Fallback = never> {
  /** Milliseconds from the call, fractions allowed. 0 is expired at once; `Infinity` is no limit. */
  readonly timeout?: number | undefined;
  /** An absolute limit, shared with other calls. */
  readonly deadline?: Deadline | undefined;
  /** The context of an outer call: its limit and its signal hold here too. */
  readonly within?: TimedContext | undefined;
  /** Milliseconds without `progress()` after which the call times out. */
  readonly idle?: number | undefined;
  /** Cancels the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignalLike | undefined;
  /** Turns the response into the value, outside the limit. May be asynchronous. `signal` aborts when the call is cancelled meanwhile. */
  readonly decode?:
    | ((response: Response, context: { readonly signal: WorkSignal }) => Value | PromiseLike<Value>)
    | undefined;
  /** Milliseconds an asynchronous `decode` may take; no limit by default. Past it the call fails with a `TimeoutError` of kind `decode`. */
  readonly decodeTimeout?: number | undefined;
  /** A value instead of the timeout's error, or a function of that error which gives one. The outcome stays `timedOut`. */
  readonly fallback?: Fallback | ((error: TimeoutError) => Fallback) | undefined;
  /** Hears of the call's own timeout, after the work's signal has aborted. Its result is ignored. */
  readonly onTimeout?: ((error: TimeoutError) => void) | undefined;
  /** Hears once of each outcome that nobody awaits any more. */
  readonly onLate?: ((outcome: LateOutcome) => void) | undefined;
  /** Dispose of a late value that the work (a function) produced: by `Symbol.asyncDispose`, else `Symbol.dispose`. False by default. */
  readonly disposeLate?: boolean | undefined;
  /** What errors and observers call it. */
  readonly name?: string | undefined;
  /** Whether it keeps the process alive while it waits; true by default. */
  readonly ref?: boolean | undefined;
  /** Time, scheduler, executor and observer; the outer call's, or the shared default. */
  readonly runtime?: Runtime | undefined;
}
