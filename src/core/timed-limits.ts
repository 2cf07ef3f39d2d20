import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { expect } from './errors.ts';
import { newLimits } from './limits.ts';
import { OperationContext } from './operation-context.ts';
import { extrasOf } from './operation-extras.ts';
import { dueAt } from './operation-limit.ts';
import type { Runtime } from './runtime.ts';
import type { AbortSignalLike } from './signal.ts';
import type { TimedOptions } from './timed-options.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** What a call is told that is a part of something begun before it: of a group, or of an iteration. */
export interface Begun {
  /** The instant that `timeout` counts from: ms of the runtime's clock; the time of the call by default. */
  readonly since?: number | undefined;
}

/** What is checked of a call's options, by name; whatever the call is of. */
type Checked = Partial<Record<keyof TimedOptions<never, unknown, unknown>, unknown>>;

/**
 * Gives a call its limits, from the one clock read that it costs.
 * @returns the time of the call, in ms; `-Infinity` when there is no limit, and so nothing to read a clock for.
 * @throws TypeError that names the option that is wrong.
 */
export function startLimits(call: OperationContext, options: TimedOptions<never, unknown, unknown> & Begun): number {
  const { timeout, deadline, within, idle, since } = options;
  checkOptions(options);
  if (deadline === undefined && within === undefined && idle === undefined && since === undefined)
    return startTimeout(call, timeout ?? NEVER);
  const { clock } = call.runtime;
  const now = clock.now();
  const limits = newLimits(deadline ?? Deadline.never);
  checkClock(limits.cap, clock);
  if (timeout !== undefined) limits.timeout = Deadline.at(instantAfter(since ?? now, timeout), timeout, clock);
  if (within) {
    const parents = within.deadline;
    checkClock(parents, clock);
    limits.capIsParents = parents.at < limits.cap.at;
    limits.cap = Deadline.earliest(limits.cap, parents);
  }
  limits.idleMs = idle ?? NEVER;
  limits.quietSince = now;
  extrasOf(call).limits = limits;
  call.at = dueAt(call);
  return now;
}

/** Gives a call a single timeout; {@link startLimits} for the common case. */
export function startTimeout(call: OperationContext, timeout: number): number {
  call.limitMs = checkLimit('timeout', timeout);
  if (timeout === NEVER) return Number.NEGATIVE_INFINITY;
  const now = call.runtime.clock.now();
  call.at = instantAfter(now, timeout);
  return now;
}

/** One by one and by name, for the engine: a loop over the names costs as much as the rest of a call. */
function checkOptions(options: Checked): void {
  const { timeout, idle, decodeTimeout, decode, onTimeout, onLate, signal, deadline, within, runtime } = options;
  if (timeout !== undefined) checkLimit('timeout', timeout);
  if (idle !== undefined) checkLimit('idle', idle);
  if (decodeTimeout !== undefined) checkLimit('decodeTimeout', decodeTimeout);
  if (decode !== undefined) checkFunction('decode', decode);
  if (onTimeout !== undefined) checkFunction('onTimeout', onTimeout);
  if (onLate !== undefined) checkFunction('onLate', onLate);
  if (signal !== undefined) {
    const listens = typeof (signal as Partial<AbortSignalLike> | null)?.addEventListener === 'function';
    expect(listens, 'signal', 'an AbortSignal', signal);
  }
  if (runtime !== undefined) {
    expect(Boolean((runtime as Partial<Runtime> | null)?.scheduler), 'runtime', 'a runtime', runtime);
  }
  if (deadline !== undefined) expect(deadline instanceof Deadline, 'deadline', 'a Deadline', deadline);
  if (within !== undefined) {
    expect(within instanceof OperationContext, 'within', 'the context of an outer call', within);
  }
}

function checkFunction(option: string, value: unknown): void {
  expect(typeof value === 'function', option, 'a function', value);
}
