import { isFaked } from './is-faked.ts';

/** A source of time. One clock, one timescale: instants of two clocks are never compared. */
export interface Clock {
  /** Milliseconds, fractions included, on a scale that never goes back. */
  now(): number;
}

// The globals, looked up at each call: fake timers put in after import are seen.
declare const performance: Clock;
declare const setTimeout: unknown;

/**
 * The host's monotonic clock: unmoved by changes of the wall clock. Whether it counts time asleep is the platform's affair.
 */
export class MonotonicClock implements Clock {
  #skipped = 0;
  #timers: unknown;
  /** The host's clock, as it was when the timers last changed: asking the global for it costs a quarter of a reading. */
  #host: Clock = performance;
  /** Where it stands still, while timers are faked and the host's clock is not. */
  #stoppedAt: number | undefined;

  now(): number {
    if (setTimeout !== this.#timers) this.#look();
    return (this.#stoppedAt ?? this.#host.now()) + this.#skipped;
  }

  /**
   * Moves this clock forward: a timer that came far too early proves that somebody moved time by hand (fake timers over a real clock).
   * @internal
   */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  /** Under fakes of timers alone time moves only when a timer fires: else a slow machine would shorten what a test counts out. */
  #look(): void {
    this.#timers = setTimeout;
    this.#host = performance;
    // The host's `now` is a method of a class; a fake one is put on the object.
    const alone = isFaked(setTimeout) && !Object.hasOwn(performance, 'now');
    this.#stoppedAt = alone ? performance.now() : undefined;
  }
}

/** The clock of everything that names no other. */
export const monotonicClock: MonotonicClock = new MonotonicClock();
