import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { describeValue } from './errors.ts';
import { type Limit, Limits, NO_LIMIT } from './limits.ts';
import { UNDER_DEADLINE } from './operation-flags.ts';
import { OperationLimit } from './operation-limit.ts';
import type { TimedOptions } from './timed-options.ts';

/**
 * Gives a call its limits, from the one clock read that it costs.
 * @returns the time of the call, in ms; `-Infinity` when there is no limit, and so nothing to read a clock for.
 * @throws TypeError that names the option that is wrong.
 */
export function startLimits(call: OperationLimit, options: TimedOptions<never, unknown, unknown>): number {
  const { timeout, deadline, within, idle } = options;
  if (timeout !== undefined) checkLimit('timeout', timeout);
  if (idle !== undefined) checkLimit('idle', idle);
  if (deadline !== undefined) checkDeadline(deadline, call);
  const parent = within === undefined ? NO_LIMIT : parentLimit(within, call);
  if (deadline === undefined && parent === NO_LIMIT && idle === undefined)
    return startTimeout(call, timeout ?? NO_LIMIT.ms);
  const now = call.runtime.clock.now();
  if (deadline !== undefined && timeout === undefined && parent === NO_LIMIT && idle === undefined) {
    call.at = deadline.at;
    call.limitMs = deadline.limitMs;
    call.flags |= UNDER_DEADLINE;
    return now;
  }
  const own: Limit =
    timeout === undefined ? NO_LIMIT : { at: instantAfter(now, timeout), ms: timeout, kind: 'timeout', own: true };
  const absolute: Limit =
    deadline === undefined ? NO_LIMIT : { at: deadline.at, ms: deadline.limitMs, kind: 'deadline', own: true };
  const cap = absolute.at <= parent.at ? absolute : parent;
  call.limits = new Limits(own, cap, idle ?? Number.POSITIVE_INFINITY, now);
  call.at = call.limits.dueAt;
  return now;
}

/** Gives a call a single timeout; {@link startLimits} for the common case. */
export function startTimeout(call: OperationLimit, timeout: number): number {
  checkLimit('timeout', timeout);
  if (timeout === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  const now = call.runtime.clock.now();
  call.limitMs = timeout;
  call.at = instantAfter(now, timeout);
  return now;
}

function checkDeadline(deadline: unknown, call: OperationLimit): asserts deadline is Deadline {
  if (!(deadline instanceof Deadline)) {
    throw new TypeError(`Expected \`deadline\` to be a Deadline (Deadline.after(ms)), got ${describeValue(deadline)}`);
  }
  checkClock(deadline, call.runtime.clock);
}

function parentLimit(within: unknown, call: OperationLimit): Limit {
  if (!(within instanceof OperationLimit)) {
    throw new TypeError(`Expected \`within\` to be the context of an outer call, got ${describeValue(within)}`);
  }
  if (within.runtime.clock !== call.runtime.clock) {
    throw new TypeError('Expected `within` to be a call on the same clock: the runtimes differ');
  }
  const { deadline } = within;
  return { at: deadline.at, ms: deadline.limitMs, kind: 'deadline', own: false };
}
