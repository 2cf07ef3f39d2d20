import { instantAfter } from './deadline.ts';
import type { LimitKind, TimeoutDetails } from './errors.ts';

/** A limit as an instant: when it ends, how long it was, what it is called, and whether it is the operation's own or a parent's. */
export interface Limit {
  readonly at: number;
  readonly ms: number;
  readonly kind: LimitKind;
  readonly own: boolean;
}

export const NO_LIMIT: Limit = {
  at: Number.POSITIVE_INFINITY,
  ms: Number.POSITIVE_INFINITY,
  kind: 'timeout',
  own: true,
};

/**
 * The limits of an operation that has more than a single timeout. The nearest decides; `cap` is what no extension gets past, and the
 * idle limit starts anew with every sign of progress. All instants are ms of the runtime's clock.
 */
export class Limits {
  #limit: Limit;
  readonly #cap: Limit;
  readonly #idleMs: number;
  #quietSince: number;

  constructor(limit: Limit, cap: Limit, idleMs: number, now: number) {
    this.#limit = limit.at <= cap.at ? limit : cap;
    this.#cap = cap;
    this.#idleMs = idleMs;
    this.#quietSince = now;
  }

  /** When the limit ends, whatever the progress. */
  get at(): number {
    return this.#limit.at;
  }

  get ms(): number {
    return this.#limit.ms;
  }

  /** When the nearest limit ends, silence included. */
  get dueAt(): number {
    return Math.min(this.#limit.at, instantAfter(this.#quietSince, this.#idleMs));
  }

  /** Whether at `now` it is the operation's own limit that ended, and not a parent's. */
  ownAt(now: number): boolean {
    return now < this.#limit.at || this.#limit.own;
  }

  /** The limit ends `ms` after `now`, or at the cap if that is earlier. */
  extend(now: number, ms: number): void {
    const at = instantAfter(now, ms);
    this.#limit = at < this.#cap.at ? { at, ms, kind: 'timeout', own: true } : this.#cap;
  }

  progress(now: number): void {
    this.#quietSince = now;
  }

  /** What a timeout at `now` says. */
  details(now: number, operation: string | undefined): TimeoutDetails {
    const { at, ms, kind } = this.#limit;
    if (now >= at) return timeoutDetails(now, at, ms, kind, operation);
    return timeoutDetails(now, instantAfter(this.#quietSince, this.#idleMs), this.#idleMs, 'idle', operation);
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
  return {
    kind,
    limitMs: ms,
    elapsedMs: Math.max(ms, now - (at - ms)),
    lateByMs: Math.max(0, now - at),
    operation,
  };
}
