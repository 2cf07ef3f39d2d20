import type { Runtime } from './runtime.ts';

/** Somewhere an undecided operation is listed: on a caller's signal, at a promise it shares. It leaves when it is decided. */
export interface Place {
  /** The operation's next place. */
  sibling: Place | undefined;
  /** Takes the operation off; again is nothing. */
  leave(runtime: Runtime): void;
}
