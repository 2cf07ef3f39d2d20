import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { expect } from './errors.ts';
import { newLimits } from './limits.ts';
import { OperationContext } from './operation-context.ts';
import { dueAt } from './operation-limit.ts';
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
  const now = clock.now();
  const limits = newLimits(Deadline.never);
  if (timeout !== undefined) {
    limits.timeout = Deadline.at(instantAfter(since ?? now, checkLimit('timeout', timeout)), timeout, clock);
  }
  if (idle !== undefined) {
    limits.idleMs = checkLimit('idle', idle);
    limits.quietSince = now;
  }
  if (deadline !== undefined) {
    expect(deadline instanceof Deadline, 'deadline', 'a Deadline', deadline);
    checkClock(deadline, clock);
    limits.cap = deadline;
  }
  if (within !== undefined) {
    expect(within instanceof OperationContext, 'within', 'the context of an outer call', within);
    const parents = within.deadline;
    checkClock(parents, clock);
    limits.capIsParents = parents.at < limits.cap.at;
    limits.cap = Deadline.earliest(limits.cap, parents);
  }
  call.limits = limits;
  call.at = dueAt(call);
  return now;
}

/** Gives a call a single timeout; {@link startLimits} for the common case. */
export function startTimeout(call: OperationContext, timeout: number): number {
  call.limitMs = checkLimit('timeout', timeout);
  if (timeout === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  const now = call.runtime.clock.now();
  call.at = instantAfter(now, timeout);
  return now;
}
