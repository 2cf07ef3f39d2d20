import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';

/**
 * Whether the other side still lives. Only a call that timed out raises the question; then the connection is given up once it has been
 * silent since that call was sent, or has taken no bytes, for the limit. Any sign to the contrary settles it.
 */
export class Liveness {
  readonly #runtime: Runtime;
  readonly #limitMs: number;
  readonly #retire: (sinceMs: number) => void;
  /** How often bytes have come. */
  heard = 0;
  #silentSince = Number.POSITIVE_INFINITY;
  #stuckSince = Number.POSITIVE_INFINITY;
  #waiting: Waiting | undefined;

  constructor(runtime: Runtime, limitMs: number, retire: (sinceMs: number) => void) {
    this.#runtime = runtime;
    this.#limitMs = limitMs;
    this.#retire = retire;
  }

  /** Bytes have come. */
  received(): void {
    this.heard++;
    this.#silentSince = Number.POSITIVE_INFINITY;
    this.#rest();
  }

  /** What was written has gone out. */
  drained(): void {
    this.#stuckSince = Number.POSITIVE_INFINITY;
    this.#rest();
  }

  /** A call timed out that had been sent at `sentAt`, when bytes had come `heard` times. */
  unanswered(sentAt: number, heard: number): void {
    if (heard === this.heard) this.#silentSince = Math.min(this.#silentSince, sentAt);
    this.#watch();
  }

  /** A call timed out that could not be sent, since nothing has gone out from `blockedAt` on. */
  stuck(blockedAt: number): void {
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
    if (this.#waiting !== undefined || this.#since === Number.POSITIVE_INFINITY) return;
    if (this.#limitMs === Number.POSITIVE_INFINITY) return;
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
