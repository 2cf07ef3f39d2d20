import { checkLimit, instantAfter } from './deadline.ts';
import { type LimitKind, TimeoutError, withoutStack } from './errors.ts';
import type { OperationContext } from './operation-context.ts';
import { BY_PARENT, DECODE_LIMIT, NEEDS_STACK, UNDER_DEADLINE } from './operation-flags.ts';
import { loadCell, RESPONSE_RECEIVED, WAITING_RESPONSE } from './state-cell.ts';

/** When the operation's nearest limit ends, silence included. */
export function dueAt(operation: OperationContext): number {
  const { limits, at } = operation;
  if (!limits) return at;
  return Math.min(operation.deadline.at, instantAfter(limits.quietSince, limits.idleMs));
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
  if (at < Number.POSITIVE_INFINITY) scheduler.arm(operation, at, operation.limits ? 0 : at - operation.limitMs);
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

/** Bounds a decode that goes on, if its adapter wants that. */
export function limitDecoding(operation: OperationContext): void {
  const ms = operation.hooks.decodeTimeout?.(operation);
  if (ms === undefined || loadCell(operation.cell) !== RESPONSE_RECEIVED) return;
  operation.limitMs = checkLimit('decodeTimeout', ms);
  operation.limits = undefined;
  moveTo(operation, instantAfter(operation.runtime.clock.now(), operation.limitMs));
}

/** What a timeout at `now` rejects with. */
export function timeoutError(operation: OperationContext, now: number, decoding: boolean): TimeoutError {
  const { limits, deadline, flags, name } = operation;
  let { at, limitMs } = deadline;
  let kind: LimitKind = 'timeout';
  operation.flags |= NEEDS_STACK;
  if (decoding) {
    operation.flags |= DECODE_LIMIT;
    kind = 'decode';
  } else if (limits && now < at) {
    kind = 'idle';
    limitMs = limits.idleMs;
    at = limits.quietSince + limitMs;
  } else if (limits ? deadline === limits.cap : (flags & UNDER_DEADLINE) !== 0) {
    kind = 'deadline';
    if (limits?.capIsParents === true) operation.flags |= BY_PARENT;
  }
  // The start is not kept: it is the end less the duration, which rounding must not make look early.
  const elapsedMs = Math.max(limitMs, now - (at - limitMs));
  const details = { kind, limitMs, elapsedMs, lateByMs: Math.max(0, now - at), operation: name };
  return withoutStack(() => new TimeoutError(details));
}
