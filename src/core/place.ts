import type { Scheduler } from './scheduler.ts';
import { unlink, type WheelLink } from './wheel.ts';

/**
 * Where an undecided operation is listed: on a caller's signal, at a promise that it shares with others. It leaves when it is decided.
 */
export class Place<Listed> implements WheelLink {
  next: WheelLink | null = null;
  prev: WheelLink | null = null;
  readonly listed: Listed;
  /** The operation's other place, if it has one. */
  readonly sibling: Place<unknown> | undefined;
  readonly #onLeave: ((scheduler: Scheduler) => void) | undefined;

  constructor(listed: Listed, sibling?: Place<unknown>, onLeave?: (scheduler: Scheduler) => void) {
    this.listed = listed;
    this.sibling = sibling;
    this.#onLeave = onLeave;
  }

  /** Takes the operation off; again is nothing. */
  leave(scheduler: Scheduler): void {
    if (this.next === null) return;
    unlink(this);
    this.#onLeave?.(scheduler);
  }
}
