import type { Clock } from '../core/clock.ts';

/** The time of an explored run: it moves when a timer is chosen, and by the lag that the run is given. */
export class RaceClock implements Clock {
  time = 0;
  /** How much of it was lag: the event loop was kept from its timers for so long. */
  lag = 0;

  now(): number {
    return this.time;
  }

  /** Moves on to `time`; nothing when that has passed. */
  moveTo(time: number): void {
    if (time > this.time) this.time = time;
  }

  /** The loop is kept busy for `ms`. */
  stall(ms: number): void {
    this.time += ms;
    this.lag += ms;
  }

  clear(): void {
    this.time = 0;
    this.lag = 0;
  }
}
