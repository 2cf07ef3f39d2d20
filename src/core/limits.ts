import { Deadline } from './deadline.ts';

/**
 * The limits of an operation that has more than a single one, or one that moves. The nearest decides. Ms, and instants of the runtime's
 * clock.
 */
export interface Limits {
  /** Its own timeout, which can be extended. */
  timeout: Deadline;
  /** An absolute deadline, or a parent's limit: no extension gets past it. */
  cap: Deadline;
  capIsParents: boolean;
  /** How long silence may last. */
  idleMs: number;
  /** When it began: at the last sign of progress. */
  quietSince: number;
}

/** Limits that never end, but for `cap`. */
export function newLimits(cap: Deadline): Limits {
  return { timeout: Deadline.never, cap, capIsParents: false, idleMs: Number.POSITIVE_INFINITY, quietSince: 0 };
}
