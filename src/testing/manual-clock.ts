import type { Clock } from '../core/clock.ts';

/** A clock that moves when told. */
export class ManualClock implements Clock {
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** @throws RangeError when that would move it back: it is monotonic. */
  moveTo(now: number): void {
    if (!(now >= this.#now)) throw new RangeError(`Expected a time of ${this.#now} ms or later, got ${now}`);
    this.#now = now;
  }
}
