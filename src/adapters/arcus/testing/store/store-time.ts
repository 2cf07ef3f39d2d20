/** What tells an `ItemStore` the time: milliseconds that never go back; the zero point does not matter. */
export interface ServerClock {
  now(): number;
}

const LONGEST_RELATIVE = 60 * 60 * 24 * 30;
const LATEST = 0x7fffffff;

/** `expireAt` of an item that never expires. */
export const NEVER = 0;
/** `expireAt` of a sticky item: it neither expires nor is evicted. */
export const STICKY = -1;
/** `expireAt` of an item that has expired whatever the time is. */
const LONG_AGO = 1;

/** The server's time: whole seconds since its start plus two, as the real server counts, so that 0 and 1 stay free for `NEVER` and `LONG_AGO`. */
export class StoreTime {
  readonly #clock: ServerClock;
  readonly #origin: number;
  /** Unix time (s) that the server holds for its zero. */
  readonly startedAt: number;

  constructor(clock: ServerClock, startedAt: number) {
    this.#clock = clock;
    this.#origin = clock.now();
    this.startedAt = startedAt - 2;
  }

  now(): number {
    return 2 + Math.floor((this.#clock.now() - this.#origin) / 1000);
  }

  /** Unix time in seconds. */
  unix(): number {
    return this.startedAt + this.now();
  }

  /** The `expireAt` an exptime of the protocol stands for: 0 never, -1 sticky, up to 30 days relative, larger a Unix time. */
  expireAt(exptime: bigint): number {
    if (exptime === 0n) return NEVER;
    if (exptime === -1n) return STICKY;
    if (exptime < 0n) return LONG_AGO;
    if (exptime <= LONGEST_RELATIVE) return Number(exptime) + this.now();
    const since = Number(exptime) - this.startedAt;
    return since <= 0 ? LONG_AGO : Math.min(since, LATEST);
  }

  /** Seconds left as `getattr` prints them: 0 never, -1 sticky, -2 expired. */
  remaining(expireAt: number): number {
    if (expireAt === NEVER || expireAt === STICKY) return expireAt;
    const left = expireAt - this.now();
    return left <= 0 ? -2 : left;
  }
}
