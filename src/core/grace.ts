/** A wait that ends at least this late is gone through again: ms. */
const LATE_MS = 1;
/** From here on a wake's lateness was a stall, and results that need several turns of the loop get time as well: ms. */
export const STALL_MS = 5;
/** How often that is done. */
const RENEWALS = 3;

/**
 * How long a wake holds its decisions back (the grace), so that a response which is already in the kernel's buffer wins over a timer
 * that merely ran first: one poll phase always, and after a stall a wait on top. Pure arithmetic: it is told the time.
 *
 * A timeout is late by the lag of the loop and by at most four times the cap.
 */
export class Grace {
  readonly #capMs: number;
  #stallMs = 0;
  #renewals = 0;
  /** When the last wait was to end. */
  plannedEnd = 0;

  /** @param capMs the longest single wait after a stall, in ms; 0 opts out of the grace altogether. */
  constructor(capMs: number) {
    this.#capMs = capMs;
  }

  /** Whether a wake late by `lateMs` gets a grace; what is due is fixed before, and a poll phase comes next. */
  begin(lateMs: number): boolean {
    if (this.#capMs === 0) return false;
    this.#stallMs = lateMs;
    this.#renewals = 0;
    return true;
  }

  /** The poll phase has passed: how many ms to wait on top of it, 0 to decide now. */
  wait(now: number): number {
    const ms = this.#stallMs < STALL_MS ? 0 : Math.min(this.#stallMs, this.#capMs);
    this.plannedEnd = now + ms;
    return ms;
  }

  /** The wait is over: whether it came late itself, so that a poll phase and a wait come once more. */
  renew(now: number): boolean {
    // Counted from the planned end: one's own grace is no stall.
    const lateMs = now - this.plannedEnd;
    if (lateMs < LATE_MS || this.#renewals === RENEWALS) return false;
    this.#renewals++;
    this.#stallMs = lateMs;
    return true;
  }
}
