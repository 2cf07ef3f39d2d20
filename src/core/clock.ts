/** A source of time. One clock, one timescale: instants of two clocks are never compared. */
export interface Clock {
  /** Milliseconds, fractions included, on a scale that never goes back. */
  now(): number;
}

// The global, looked up at each call: fake timers put in after import are seen.
declare const performance: Clock;

/**
 * The host's monotonic clock: unmoved by changes of the wall clock. Whether it counts time asleep is the platform's affair.
 */
export class MonotonicClock implements Clock {
  #skipped = 0;

  now(): number {
    return performance.now() + this.#skipped;
  }

  /**
   * Moves this clock forward: a timer that came far too early proves that somebody moved time by hand (fake timers over a real clock).
   * @internal
   */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  /**
   * The same timescale, bound to the `performance` of this moment: what an operation armed now lives by, whatever is faked later.
   * @internal
   */
  bound(): Clock {
    const bound = performance;
    const skipped = this.#skipped;
    return { now: () => bound.now() + skipped };
  }
}

/** The clock of everything that names no other. */
export const monotonicClock: MonotonicClock = new MonotonicClock();
