import { checkLimit, instantAfter } from './deadline.ts';
import { type LimitKind, type TimeoutDetails, TimeoutError, withoutStack } from './errors.ts';
import type { OperationContext } from './operation-context.ts';
import { DECODE_LIMIT, ERROR_UNMADE, NEEDS_STACK, UNDER_DEADLINE } from './operation-flags.ts';
import { loadCell, RESPONSE_RECEIVED, WAITING_RESPONSE } from './state-cell.ts';

/** When the operation's nearest limit ends, silence included. */
export function dueAt(operation: OperationContext): number {
  const limits = operation.extras?.limits;
  if (!limits) return operation.at;
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
  if (at < Number.POSITIVE_INFINITY)
    scheduler.arm(operation, at, operation.extras?.limits ? 0 : at - operation.limitMs);
  else {
    scheduler.disarm(operation);
    operation.at = at;
  }
}

/** From here on it has a single limit, or none. */
export function dropLimits({ extras }: OperationContext): void {
  if (extras) extras.limits = undefined;
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
  dropLimits(operation);
  moveTo(operation, instantAfter(operation.runtime.clock.now(), operation.limitMs));
}

/** What the error of a timeout says. Until it is made, the operation's result is the instant of the decision. */
export function timeoutDetails(operation: OperationContext): TimeoutDetails {
  const { deadline, flags, name } = operation;
  const now = operation.result as number;
  const limits = operation.extras?.limits;
  let { at, limitMs } = deadline;
  let kind: LimitKind = 'timeout';
  if ((flags & DECODE_LIMIT) !== 0) kind = 'decode';
  else if (limits && now < at) {
    kind = 'idle';
    limitMs = limits.idleMs;
    at = limits.quietSince + limitMs;
  } else if (limits ? deadline === limits.cap : (flags & UNDER_DEADLINE) !== 0) kind = 'deadline';
  // The start is not kept: it is the end less the duration, which rounding must not make look early.
  const elapsedMs = Math.max(limitMs, now - (at - limitMs));
  return { kind, limitMs, elapsedMs, lateByMs: Math.max(0, now - at), operation: name };
}

/** The value or the reason of a decided operation. */
export function resultOf(operation: OperationContext): unknown {
  if ((operation.flags & ERROR_UNMADE) !== 0) {
    operation.flags ^= ERROR_UNMADE | NEEDS_STACK;
    operation.result = withoutStack(() => new TimeoutError(timeoutDetails(operation)));
  }
  return operation.result;
}
