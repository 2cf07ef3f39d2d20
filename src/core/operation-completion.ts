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
import { limitDecoding, resultOf } from './operation-limit.ts';
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
  const { extras } = operation;
  operation.flags |= ENDED;
  if (!extras) return;
  if (extras.ending instanceof Ending) extras.ending.come();
  extras.ending = undefined;
}

/** Decided, with that value or reason: nothing outside holds it any more. */
export function leave(operation: AnyOperation, result: unknown): true {
  const { extras, runtime } = operation;
  operation.flags |= DECIDED_HERE;
  operation.result = result;
  runtime.scheduler.disarm(operation);
  if (extras) {
    for (let { places } = extras; places; places = places.sibling) places.leave(runtime.scheduler);
    extras.places = undefined;
  }
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
  const { flags } = operation;
  const gate = operation.extras?.gate;
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
  const { flags } = operation;
  const word = loadCell(operation.cell);
  const responded = (flags & RESPONDED) !== 0;
  tell(operation, 'decide');
  if (word === CANCELLED && responded) skipDecode(operation);
  if (word === TIMED_OUT && (flags & (SUBMITTED | DECIDED_IN_SUBMIT)) === SUBMITTED) {
    tellReason(operation, 'recordTimeout');
  }
  if (word > FAILED || (flags & DECODE_LIMIT) !== 0) {
    abortWork(operation);
    if (responded) tellReason(operation, 'cancelDecoding');
    else if ((flags & SUBMITTED) !== 0) tellReason(operation, 'cancelOperation');
  }
  if (word === TIMED_OUT) tellReason(operation, 'timedOut');
  if ((flags & QUEUED) !== 0) return; // The turn it has completes it.
  // At once if nothing is queued before it and no user code runs for it; but a burst of timeouts, or of cancels by one signal, goes out
  // within the executor's budget.
  const atOnce = word !== TIMED_OUT && (flags & BY_SIGNAL) === 0 && !operation.hooks.complete;
  if (atOnce && operation.runtime.executor.idle) complete(operation);
  else takeTurn(operation, word > FULFILLED);
}

/** Aborts the signal of its work, if anybody has read that. */
function abortWork(operation: AnyOperation): void {
  const controller = operation.extras?.controller;
  if (controller) runReported(() => controller.abort(resultOf(operation)), operation);
}

/** Queues the operation on the executor: for its decode, or for its completion. */
export function takeTurn(operation: AnyOperation, failure: boolean): true {
  operation.flags |= QUEUED;
  operation.runtime.executor.submit(operation, failure);
  return true;
}

/** Its turn on the executor. */
export function haveTurn(operation: AnyOperation): void {
  const gate = operation.extras?.gate;
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
  const { referenced, runtime } = operation;
  const gate = operation.extras?.gate;
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

function hook(operation: AnyOperation, name: keyof AnyHooks, outcome?: LateOutcome): void {
  guard(operation, operation.hooks, name, outcome);
}

/** A hook that is told why it was decided. */
function tellReason(operation: AnyOperation, name: keyof AnyHooks): void {
  // A timeout's error is made only for those who look.
  if (operation.hooks[name]) guard(operation, operation.hooks, name, resultOf(operation));
}

/** Runs user code that may throw: that is reported, and changes nothing. */
function guard(operation: AnyOperation, hooks: AnyHooks, name: keyof AnyHooks, argument: unknown): void {
  try {
    hooks[name]?.(operation, argument);
  } catch (error) {
    reportError(error, operation);
  }
}
