import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { expect } from './errors.ts';
import { Limits } from './limits.ts';
import { OperationContext } from './operation-context.ts';
import type { TimedOptions } from './timed-options.ts';

/** What a call is told that is a part of something begun before it: of a group, or of an iteration. */
export interface Begun {
  /** The instant that `timeout` counts from: ms of the runtime's clock; the time of the call by default. */
  readonly since?: number | undefined;
}

/**
 * Gives a call its limits, from the one clock read that it costs.
 * @returns the time of the call, in ms; `-Infinity` when there is no limit, and so nothing to read a clock for.
 * @throws TypeError that names the option that is wrong.
 */
export function startLimits(call: OperationContext, options: TimedOptions<never, unknown, unknown> & Begun): number {
  const { timeout, deadline, within, idle, since } = options;
  if (deadline === undefined && within === undefined && idle === undefined && since === undefined)
    return startTimeout(call, timeout === undefined ? Number.POSITIVE_INFINITY : timeout);
  const { clock } = call.runtime;
  const limits = new Limits();
  const now = clock.now();
  if (timeout !== undefined) limits.extend(since ?? now, checkLimit('timeout', timeout));
  if (idle !== undefined) limits.idle(now, checkLimit('idle', idle));
  if (deadline !== undefined) {
    expect(deadline instanceof Deadline, 'deadline', 'a Deadline', deadline);
    checkClock(deadline, clock);
    limits.cap(deadline.at, deadline.limitMs, true);
  }
  if (within !== undefined) {
    expect(within instanceof OperationContext, 'within', 'the context of an outer call', within);
    checkClock(within.deadline, clock);
    limits.cap(within.deadline.at, within.deadline.limitMs, false);
  }
  call.limits = limits;
  call.at = limits.dueAt;
  return now;
}

/** Gives a call a single timeout; {@link startLimits} for the common case. */
export function startTimeout(call: OperationContext, timeout: number): number {
  checkLimit('timeout', timeout);
  if (timeout === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  const now = call.runtime.clock.now();
  call.limitMs = timeout;
  call.at = instantAfter(now, timeout);
  return now;
}
