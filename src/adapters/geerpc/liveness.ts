import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';

/**
 * Whether the other side still lives. Only calls that were given up raise the question: then the connection is given up, too, once
 * the oldest call that it has said nothing since is that old, or once it has taken no bytes for that long. Any sign to the contrary
 * settles it.
 */
export class Liveness {
  readonly #runtime: Runtime;
  readonly #limitMs: number;
  readonly #retire: (sinceMs: number) => void;
  /** When the oldest call was sent since which nothing has come. */
  #askedAt = Number.POSITIVE_INFINITY;
  #silentSince = Number.POSITIVE_INFINITY;
  #stuckSince = Number.POSITIVE_INFINITY;
  #waiting: Waiting | undefined;
  /** What it waits for. */
  #watchedSince = 0;

  constructor(runtime: Runtime, limitMs: number, retire: (sinceMs: number) => void) {
    this.#runtime = runtime;
    this.#limitMs = limitMs;
    this.#retire = retire;
  }

  /** Calls are sent. */
  sent(now: number): void {
    if (this.#askedAt === Number.POSITIVE_INFINITY) this.#askedAt = now;
  }

  /** Bytes have come. */
  received(): void {
    this.#askedAt = Number.POSITIVE_INFINITY;
    this.#silentSince = Number.POSITIVE_INFINITY;
    this.#rest();
  }

  /** What was written has gone out. */
  drained(): void {
    this.#stuckSince = Number.POSITIVE_INFINITY;
    this.#rest();
  }

  /** A call timed out that had been sent at `sentAt`. */
  unanswered(sentAt: number): void {
    // If it was sent before that, something has come since.
    if (sentAt >= this.#askedAt) this.#silentSince = this.#askedAt;
    this.#watch();
  }

  /** A caller gave up such a call. That may be a limit of his own, if it was not the only one; else he has just changed his mind. */
  cancelled(sentAt: number): void {
    if (sentAt > this.#askedAt) this.unanswered(sentAt);
  }

  /** A call was given up that could not be sent, since nothing has gone out from `blockedAt` on, if so. */
  stuck(blockedAt: number | undefined): void {
    if (blockedAt === undefined) return;
    this.#stuckSince = blockedAt;
    this.#watch();
  }

  stop(): void {
    this.#silentSince = Number.POSITIVE_INFINITY;
    this.#stuckSince = Number.POSITIVE_INFINITY;
    this.#rest();
  }

  get #since(): number {
    return Math.min(this.#silentSince, this.#stuckSince);
  }

  #watch(): void {
    if (this.#since === Number.POSITIVE_INFINITY || this.#limitMs === Number.POSITIVE_INFINITY) return;
    if (this.#waiting !== undefined && this.#since >= this.#watchedSince) return;
    this.#waiting?.cancel();
    this.#watchedSince = this.#since;
    const left = Math.max(0, this.#since + this.#limitMs - this.#runtime.clock.now());
    this.#waiting = after(this.#runtime, left, this.#look, { ref: false });
  }

  #rest(): void {
    if (this.#waiting === undefined || this.#since < Number.POSITIVE_INFINITY) return;
    this.#waiting.cancel();
    this.#waiting = undefined;
  }

  readonly #look = (): void => {
    this.#waiting = undefined;
    const sinceMs = this.#runtime.clock.now() - this.#since;
    if (sinceMs >= this.#limitMs) this.#retire(sinceMs);
    else this.#watch();
  };
}
