import { checkLimit, instantAfter } from './deadline.ts';
import { TimeoutError, withoutStack } from './errors.ts';
import { timeoutDetails } from './limits.ts';
import type { OperationContext } from './operation-context.ts';
import { BY_PARENT, DECODE_LIMIT, NEEDS_STACK, UNDER_DEADLINE } from './operation-flags.ts';
import { loadCell, WAITING_RESPONSE } from './state-cell.ts';

/** When the operation's nearest limit ends, silence included. */
export function dueAt(operation: OperationContext): number {
  return operation.limits?.dueAt ?? operation.at;
}

/** Arms an operation that waits, or not at all when its limit is never. Returns whether it waits. */
export function arm(operation: OperationContext, at: number): boolean {
  if (loadCell(operation.cell) !== WAITING_RESPONSE) return false;
  moveTo(operation, at);
  return true;
}

function moveTo(operation: OperationContext, at: number): void {
  const { scheduler } = operation.runtime;
  // A single limit began as long ago as it is long.
  const since = operation.limits === undefined ? at - operation.limitMs : 0;
  if (at < Number.POSITIVE_INFINITY) scheduler.arm(operation, at, since);
  else {
    scheduler.disarm(operation);
    operation.at = at;
  }
}

/** Whether the limit moved since the operation was armed: then it is armed for the new one. */
export function postpone(operation: OperationContext, now: number): boolean {
  const due = dueAt(operation);
  if (due <= now) return false;
  moveTo(operation, due);
  return true;
}

/** Bounds an asynchronous decode. */
export function limitDecoding(operation: OperationContext, ms: number): void {
  checkLimit('decodeTimeout', ms);
  operation.limits = undefined;
  operation.limitMs = ms;
  moveTo(operation, instantAfter(operation.runtime.clock.now(), ms));
}

/** What a timeout at `now` rejects with. */
export function timeoutError(operation: OperationContext, now: number, decoding: boolean): TimeoutError {
  const { limits, flags, name, at, limitMs } = operation;
  operation.flags |= NEEDS_STACK;
  if (decoding) operation.flags |= DECODE_LIMIT;
  else if (limits !== undefined && !limits.ownAt(now)) operation.flags |= BY_PARENT;
  const kind = decoding ? 'decode' : (flags & UNDER_DEADLINE) === 0 ? 'timeout' : 'deadline';
  const details = limits?.details(now, name) ?? timeoutDetails(now, at, limitMs, kind, name);
  return withoutStack(() => new TimeoutError(details));
}
