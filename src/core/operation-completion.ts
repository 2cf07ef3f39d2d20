import { Ending } from './ending.ts';
import { CancelledError, type CancelSource, withoutStack } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import {
  BY_ADAPTER,
  BY_SIGNAL,
  COMPLETED,
  DECIDED_HERE,
  DECIDED_IN_SUBMIT,
  DECODE_BEGUN,
  DECODE_LIMIT,
  ENDED,
  NEEDS_STACK,
  QUEUED,
  RESPONDED,
  SUBMITTED,
  SUBMITTING,
} from './operation-flags.ts';
import { type AnyHooks, DECODING } from './operation-hooks.ts';
import { limitDecoding } from './operation-limit.ts';
import { reportError, runReported } from './report-error.ts';
import { CANCELLED, FAILED, FULFILLED, LATE, loadCell, RESPONSE_RECEIVED, TIMED_OUT } from './state-cell.ts';
import type { TimedOperation } from './timed-operation.ts';
import { deliver } from './timed-promise.ts';

/** An operation, where it does not matter what of. */
export type AnyOperation = TimedOperation<unknown, unknown, unknown>;

// What follows from a decision, in its order: hooks, then completion on the executor; and for a response its decoding. Nothing here
// decides: that is the race, in `timed-operation.ts`.

/** The response or the failure has come, or never will. */
export function ended(operation: AnyOperation): void {
  const { ending } = operation;
  operation.flags |= ENDED;
  operation.ending = undefined;
  if (ending instanceof Ending) ending.come();
}

/** Decided, with that value or reason: nothing outside holds it any more. */
export function leave(operation: AnyOperation, result: unknown): true {
  const { scheduler } = operation.runtime;
  operation.flags |= DECIDED_HERE;
  operation.result = result;
  scheduler.disarm(operation);
  for (let place = operation.places; place; place = place.sibling) place.leave(scheduler);
  operation.places = undefined;
  if ((operation.flags & SUBMITTED) === 0) ended(operation);
  return true;
}

/** What a cancel rejects with. */
export function cancelledError(operation: AnyOperation, source: CancelSource, cause: unknown): CancelledError {
  operation.flags |= source === 'internal' ? BY_ADAPTER | NEEDS_STACK : NEEDS_STACK;
  return withoutStack(() => new CancelledError(source, cause, operation.name));
}

/**
 * What follows from a decision, once all that were to be decided together are. Inside `submit` it waits for that to return; after a
 * timeout it runs in the caller's context, if there are callbacks that need it.
 */
export function afterDecision(operation: AnyOperation): void {
  const { flags, gate } = operation;
  if ((flags & SUBMITTING) !== 0) {
    operation.flags |= DECIDED_IN_SUBMIT;
    return;
  }
  if (gate && (loadCell(operation.cell) === TIMED_OUT || (flags & DECODE_LIMIT) !== 0)) {
    gate.run(() => followUp(operation));
  } else followUp(operation);
}

/** In this order: tell the node of a timeout, take the operation off the transport, complete. */
function followUp(operation: AnyOperation): void {
  const { flags, result } = operation;
  const word = loadCell(operation.cell);
  const responded = (flags & RESPONDED) !== 0;
  tell(operation, 'decide');
  if (word === CANCELLED && responded) skipDecode(operation);
  if (word === TIMED_OUT && (flags & (SUBMITTED | DECIDED_IN_SUBMIT)) === SUBMITTED) {
    hook(operation, 'recordTimeout', result);
  }
  if (word > FAILED || (flags & DECODE_LIMIT) !== 0) {
    abortWork(operation);
    if (responded) hook(operation, 'cancelDecoding', result);
    else if ((flags & SUBMITTED) !== 0) hook(operation, 'cancelOperation', result);
  }
  if (word === TIMED_OUT) hook(operation, 'timedOut', result);
  if ((flags & QUEUED) !== 0) return; // The turn it has completes it.
  // At once if nothing is queued before it and no user code runs for it; but a burst of timeouts, or of cancels by one signal, goes out
  // within the executor's budget.
  const atOnce = word !== TIMED_OUT && (flags & BY_SIGNAL) === 0 && !operation.hooks.complete;
  if (atOnce && operation.runtime.executor.idle) complete(operation);
  else takeTurn(operation, word > FULFILLED);
}

/** Aborts the signal of its work, if anybody has read that. */
function abortWork(operation: AnyOperation): void {
  const { controller, result } = operation;
  if (controller) runReported(() => controller.abort(result), operation);
}

/** Queues the operation on the executor: for its decode, or for its completion. */
export function takeTurn(operation: AnyOperation, failure: boolean): true {
  operation.flags |= QUEUED;
  operation.runtime.executor.submit(operation, failure);
  return true;
}

/** Its turn on the executor. */
export function haveTurn(operation: AnyOperation): void {
  const { gate } = operation;
  if (loadCell(operation.cell) === RESPONSE_RECEIVED) {
    if (gate) gate.run(() => decode(operation));
    else decode(operation);
  }
  operation.flags &= ~QUEUED;
  if (loadCell(operation.cell) <= RESPONSE_RECEIVED) return;
  if ((operation.flags & DECIDED_HERE) !== 0) complete(operation);
  else skipDecode(operation);
}

/** The response of a decode that has not begun, and never will, is late. */
function skipDecode(operation: AnyOperation): void {
  const { flags, held } = operation;
  operation.held = undefined;
  if ((flags & DECODE_BEGUN) === 0) lost(operation, { stage: 'response', status: 'fulfilled', value: held });
}

function decode(operation: AnyOperation): void {
  const { held, hooks } = operation;
  if (loadCell(operation.cell) !== RESPONSE_RECEIVED) return;
  operation.flags |= DECODE_BEGUN;
  operation.held = undefined;
  try {
    const value = hooks.decode?.(held, operation) as PromiseLike<unknown> | typeof DECODING | undefined | null;
    if (value !== DECODING) {
      if (typeof value?.then !== 'function') {
        operation.decoded(value);
        return;
      }
      value.then(
        (decoded) => operation.decoded(decoded),
        (error) => operation.decodeFailed(error),
      );
    }
  } catch (error) {
    operation.decodeFailed(error);
    return;
  }
  try {
    limitDecoding(operation);
  } catch (error) {
    reportError(error, operation);
  }
}

/** Runs the outcome out to whoever waits for it. */
function complete(operation: AnyOperation): void {
  if ((operation.flags & COMPLETED) !== 0) return;
  operation.flags |= COMPLETED;
  hook(operation, 'complete');
  deliver(operation);
}

/** Tells whoever listens of an outcome that nobody awaits any more. */
export function lost(operation: AnyOperation, outcome: LateOutcome): false {
  const { gate, referenced, runtime } = operation;
  if (runtime.counts) runtime.counts[LATE]!++;
  tell(operation, 'late', outcome);
  if (operation.hooks.late) {
    const run = () => hook(operation, 'late', outcome);
    if (gate) gate.run(run);
    else runtime.executor.submit({ run, referenced }, true);
  }
  return false;
}

/** Tells the observer. */
export function tell(operation: AnyOperation, name: 'start' | 'decide' | 'late', outcome?: LateOutcome): void {
  const { observer } = operation.runtime;
  if (observer) guard(operation, observer as AnyHooks, name as keyof AnyHooks, outcome);
}

function hook(operation: AnyOperation, name: keyof AnyHooks, argument?: unknown): void {
  guard(operation, operation.hooks, name, argument);
}

/** Runs user code that may throw: that is reported, and changes nothing. */
function guard(operation: AnyOperation, hooks: AnyHooks, name: keyof AnyHooks, argument: unknown): void {
  try {
    hooks[name]?.(operation, argument);
  } catch (error) {
    reportError(error, operation);
  }
}
