import { type Clock, monotonicClock } from './clock.ts';
import { expect } from './errors.ts';

/** The first instant at which at least `ms` have passed since `now`, on the clock as a caller would subtract it. */
export function instantAfter(now: number, ms: number): number {
  const at = now + ms;
  // The sum may have been rounded down; then `at - now < ms`, and a timeout at `at` would be early by that much.
  return at - now < ms ? at + at * Number.EPSILON : at;
}

/**
 * Checks a limit in milliseconds: 0 or more, fractions allowed, `Infinity` for none.
 * @throws TypeError that names the option, what was expected and what came.
 */
export function checkLimit(option: string, value: unknown): number {
  expect(typeof value === 'number' && value >= 0, option, 'a number of milliseconds, 0 or more', value);
  return value as number;
}

/**
 * An absolute instant on one clock: share it, and everything under it ends at the same moment, at the price of one clock read.
 *
 * ```ts
 * const deadline = Deadline.after(500);
 * await Promise.all(urls.map((url) => timed(({ signal }) => fetch(url, { signal }), { deadline })));
 * ```
 */
export class Deadline {
  /** No limit: operations under it wait for ever, and can still be cancelled. */
  static readonly never: Deadline = new Deadline(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, undefined);

  /** The instant, in milliseconds of `clock`. */
  readonly at: number;
  /** The duration it was made with, in milliseconds. */
  readonly limitMs: number;
  /** The clock it belongs to; `undefined` only for `never`, which belongs to all. */
  readonly clock: Clock | undefined;

  private constructor(at: number, limitMs: number, clock: Clock | undefined) {
    this.at = at;
    this.limitMs = limitMs;
    this.clock = clock;
  }

  /**
   * The instant `ms` milliseconds from now.
   * @param ms 0 or more; `Infinity` gives {@link Deadline.never}.
   * @param clock the clock to read; the platform's monotonic clock by default.
   * @throws TypeError when `ms` is not such a number.
   */
  static after(ms: number, clock: Clock = monotonicClock): Deadline {
    return Deadline.at(instantAfter(clock.now(), checkLimit('ms', ms)), ms, clock);
  }

  /**
   * The earlier of two.
   * @throws TypeError when they belong to different clocks.
   */
  static earliest(a: Deadline, b: Deadline): Deadline {
    checkClock(b, a.clock);
    return b.at < a.at ? b : a;
  }

  /**
   * The instant `at` of `clock`, as the end of a limit of `limitMs`.
   * @internal
   */
  static at(at: number, limitMs: number, clock: Clock): Deadline {
    return at === Number.POSITIVE_INFINITY ? Deadline.never : new Deadline(at, limitMs, clock);
  }

  /** Milliseconds left, never below 0; `Infinity` for `never`. */
  remaining(): number {
    return Math.max(0, this.at - (this.clock?.now() ?? 0));
  }

  /** Whether the instant has come. */
  get expired(): boolean {
    return this.remaining() === 0;
  }
}

/** @throws TypeError when `deadline` belongs to a clock other than `clock`: an instant of one means nothing on another. */
export function checkClock(deadline: Deadline, clock: Clock | undefined): void {
  const same = (deadline.clock ?? clock) === (clock ?? deadline.clock);
  expect(same, 'deadline', 'of the same clock', deadline);
}
