/// <reference lib="esnext.disposable" preserve="true" />
import type { Deadline } from './deadline.ts';
import { captureStack, TimeoutError } from './errors.ts';
import type { OperationView } from './observer.ts';
import type { OperationContext } from './operation-context.ts';
import { ERROR_UNMADE, FALLBACK, NEEDS_STACK } from './operation-flags.ts';
import { timeoutDetails } from './operation-limit.ts';
import { FULFILLED, loadCell } from './state-cell.ts';

/** What a caller sees of the operation behind a {@link TimedPromise}. */
export interface TimedCall<T> extends OperationView, Disposable {
  readonly value: T | undefined;
  /** When its limit ends; `Deadline.never` without one. */
  readonly deadline: Deadline;
  /** When its work has really ended, in time or late; always fulfils. */
  readonly finished: Promise<void>;
  /** Milliseconds until its limit ends, never below 0; `Infinity` without one. */
  remaining(): number;
  /** Gives it up; false when it was decided before. So does leaving the scope of `using`. */
  cancel(reason?: unknown): boolean;
}

/** A native promise that can be cancelled, and asked how it came out. */
export interface TimedPromise<T> extends Promise<T> {
  /**
   * Gives the operation up: the promise rejects with a `CancelledError` whose `cause` is `reason`.
   * @returns whether it won: false once the operation is decided, also while its completion is still queued.
   */
  cancel(reason?: unknown): boolean;
  /** The operation behind it: its state, its outcome, when its work really ended. */
  readonly operation: TimedCall<T>;
}

interface Resolver extends OperationContext {
  cancel(reason?: unknown): boolean;
}

// Two data properties on a plain native promise: accessors, or a subclass, cost several times as much as the promise itself.
function cancel(this: { readonly operation: Resolver }, reason?: unknown): boolean {
  return this.operation.cancel(reason);
}

let taken: ((value: unknown) => void) | undefined;
function take(resolve: (value: unknown) => void): void {
  taken = resolve;
}

/** The native promise through which `operation` is awaited. */
export function showPromise<T>(operation: OperationContext): TimedPromise<T> {
  const promise = new Promise(take) as unknown as Record<'cancel' | 'operation', unknown>;
  operation.resolve = taken;
  // Or the last operation of all would be kept.
  taken = undefined;
  promise.cancel = cancel;
  promise.operation = operation;
  return promise as unknown as TimedPromise<T>;
}

/** Runs a decided operation's outcome out to its promise, if it has one. No user code runs in here. */
export function deliver(operation: OperationContext): void {
  const { resolve } = operation;
  operation.resolve = undefined;
  if (loadCell(operation.cell) === FULFILLED) resolve?.(operation.result);
  else if ((operation.flags & FALLBACK) !== 0) resolve?.(operation.held);
  // The hop lets the promise follow before the reason is thrown: V8 walks from there to whoever awaits it, and adds its `at async` frames.
  else resolve?.(Promise.resolve(operation).then(hop).then(completion));
}

function hop(operation: OperationContext): OperationContext {
  return operation;
}

/** One function for all: a closure would be held by the stack of the error, and hold the operation. */
function completion(operation: OperationContext): never {
  // With its own stack: one that is captured later costs as much as all the rest, and puts the error's properties into a dictionary.
  if ((operation.flags & ERROR_UNMADE) !== 0) {
    operation.flags &= ~ERROR_UNMADE;
    operation.result = new TimeoutError(timeoutDetails(operation));
  } else if ((operation.flags & NEEDS_STACK) !== 0) captureStack(operation.result as Error, completion);
  throw operation.result;
}
