import { instantAfter } from './deadline.ts';
import type { LimitKind, TimeoutDetails } from './errors.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * The limits of an operation that has more than a single one. The nearest decides: its own timeout, which can be extended; the cap (an
 * absolute deadline, or a parent's limit), which no extension gets past; and silence, which ends with every sign of progress. All are
 * ms, instants on the runtime's clock.
 */
export class Limits {
  #at = NEVER;
  #ms = NEVER;
  #capAt = NEVER;
  #capMs = NEVER;
  #capOwn = true;
  #idleMs = NEVER;
  #quietSince = 0;

  /** When the limit ends, whatever the progress. */
  get at(): number {
    return Math.min(this.#at, this.#capAt);
  }

  /** The duration of that limit. */
  get ms(): number {
    return this.#at < this.#capAt ? this.#ms : this.#capMs;
  }

  /** When the nearest limit ends, silence included. */
  get dueAt(): number {
    return Math.min(this.at, instantAfter(this.#quietSince, this.#idleMs));
  }

  /** The operation's own timeout ends `ms` after `now`. */
  extend(now: number, ms: number): void {
    this.#at = instantAfter(now, ms);
    this.#ms = ms;
  }

  /** Nothing goes beyond `at`; the earliest of several caps holds. `own`: not a parent's. */
  cap(at: number, ms: number, own: boolean): void {
    if (at >= this.#capAt) return;
    this.#capAt = at;
    this.#capMs = ms;
    this.#capOwn = own;
  }

  /** From `now` on, `ms` of silence are a timeout. */
  idle(now: number, ms: number = this.#idleMs): void {
    this.#quietSince = now;
    this.#idleMs = ms;
  }

  /** Whether what ended by `now` is a limit of the operation's own. */
  ownAt(now: number): boolean {
    return now < this.at || this.#at < this.#capAt || this.#capOwn;
  }

  /** What a timeout at `now` says. */
  details(now: number, operation: string | undefined): TimeoutDetails {
    if (now < this.at) return timeoutDetails(now, this.dueAt, this.#idleMs, 'idle', operation);
    return timeoutDetails(now, this.at, this.ms, this.#at < this.#capAt ? 'timeout' : 'deadline', operation);
  }
}

/** What a timeout at `now` says of a limit of `ms` that ended at `at`. */
export function timeoutDetails(
  now: number,
  at: number,
  ms: number,
  kind: LimitKind,
  operation: string | undefined,
): TimeoutDetails {
  // The start is not kept: it is the end less the duration, which rounding must not make look early.
  return { kind, limitMs: ms, elapsedMs: Math.max(ms, now - (at - ms)), lateByMs: Math.max(0, now - at), operation };
}
