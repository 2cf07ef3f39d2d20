/** Timeouts in a row on one connection, with no answer in time between them. */
export class ContinuousTimeouts {
  readonly #most: number;
  readonly #durationMs: number;
  #since = 0;
  count = 0;

  /** @param most how many are borne; @param durationMs how long they must last: a burst behind one slow answer is no dead connection. */
  constructor(most: number, durationMs: number) {
    this.#most = most;
    this.#durationMs = durationMs;
  }

  /** One more, at `now` (ms). Returns whether that is too much: too many of them, and for too long. */
  add(now: number): boolean {
    if (this.count++ === 0) this.#since = now;
    return this.count > this.#most && now - this.#since >= this.#durationMs;
  }

  reset(): void {
    this.count = 0;
  }
}
