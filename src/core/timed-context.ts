import type { Deadline } from './deadline.ts';
import type { WorkSignal } from './work-signal.ts';

/** What a work is told about its call. Its methods are called on it: `signal` and `deadline` may be taken out of it, they may not. */
export interface TimedContext {
  /**
   * Aborts when the call times out or is cancelled, with that very error as its reason; never after a success. Made when it is first
   * read.
   */
  readonly signal: WorkSignal;
  /** When the limit ends; `Deadline.never` without one. */
  readonly deadline: Deadline;
  /** Milliseconds until the limit ends, never below 0; `Infinity` without one. */
  remaining(): number;
  /**
   * For work that blocks or spins: looks at the clock itself, and past the limit plays the timeout.
   * @throws the call's `TimeoutError`, or the reason of its cancel.
   */
  throwIfExpired(): void;
  /**
   * Moves the limit to `ms` milliseconds from now, though never beyond an absolute deadline or a parent's limit.
   * @returns false when the call no longer waits.
   * @throws TypeError when `ms` is not a number of milliseconds.
   */
  extend(ms: number): boolean;
  /** A sign of life: the idle limit starts anew. */
  progress(): void;
}
