import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { TimeoutError, withoutStack } from './errors.ts';
import { Limits, NO_LIMIT, timeoutDetails } from './limits.ts';
import { BY_PARENT, NEEDS_STACK, UNDER_DEADLINE, UNREFERENCED } from './operation-flags.ts';
import type { Runtime } from './runtime.ts';
import { loadCell, type StateCell, WAITING_RESPONSE } from './state-cell.ts';
import { WheelNode } from './wheel.ts';

/** An operation's limit: where it stands in the wheel, what a timeout says, and how the limit moves. */
export abstract class OperationLimit extends WheelNode {
  readonly runtime: Runtime;
  /** What errors and observers call it. */
  readonly name: string | undefined;
  /** @internal The state word. */
  cell: StateCell;
  /** @internal */
  flags: number;
  /** @internal The duration of the limit that ends at `at`. */
  limitMs: number = Number.POSITIVE_INFINITY;
  /** @internal Only where there is more than one limit, or one that moves. */
  limits: Limits | undefined = undefined;

  constructor(runtime: Runtime, name: string | undefined, cell: StateCell, referenced: boolean) {
    super();
    this.runtime = runtime;
    this.name = name;
    this.cell = cell;
    this.flags = referenced ? 0 : UNREFERENCED;
    this.at = Number.POSITIVE_INFINITY;
  }

  /** @internal */
  abstract expire(now: number): boolean;
  /** @internal */
  abstract afterTimeout(): void;

  /** Whether it keeps the process alive while it waits: true unless it was made with `ref: false`. */
  get referenced(): boolean {
    return (this.flags & UNREFERENCED) === 0;
  }

  /** When its limit ends; `Deadline.never` without one. Silence (`idle`) is not part of it. */
  get deadline(): Deadline {
    const { limits } = this;
    return Deadline.at(limits?.at ?? this.at, limits?.ms ?? this.limitMs, this.runtime.clock);
  }

  /** Milliseconds until its limit ends, never below 0; `Infinity` without one. */
  remaining(): number {
    const at = this.limits?.at ?? this.at;
    return at === Number.POSITIVE_INFINITY ? at : Math.max(0, at - this.runtime.clock.now());
  }

  /**
   * Starts its limit, right after it was submitted: an absolute {@link Deadline}, or a timeout in ms from now. A limit that is spent
   * already is decided by the next wake. A limit it has already is replaced.
   * @returns whether the operation waits; if not, nothing changes.
   * @throws TypeError when the limit is neither, or a deadline of another clock.
   */
  arm(limit: Deadline | number): boolean {
    const absolute = limit instanceof Deadline;
    if (absolute) checkClock(limit, this.runtime.clock);
    else checkLimit('limit', limit);
    if (loadCell(this.cell) !== WAITING_RESPONSE) return false;
    this.limits = undefined;
    this.limitMs = absolute ? limit.limitMs : limit;
    this.flags = absolute ? this.flags | UNDER_DEADLINE : this.flags & ~UNDER_DEADLINE;
    this.moveTo(absolute ? limit.at : instantAfter(this.runtime.clock.now(), limit));
    return true;
  }

  /** @internal Starts the limit that it was given before it was submitted. */
  armed(): boolean {
    if (loadCell(this.cell) !== WAITING_RESPONSE) return false;
    if (this.at !== Number.POSITIVE_INFINITY) this.runtime.scheduler.arm(this, this.at);
    return true;
  }

  /**
   * Moves the limit to `ms` milliseconds from now, though never beyond an absolute deadline or a parent's limit.
   * @returns false when the operation no longer waits.
   * @throws TypeError when `ms` is not a number of milliseconds.
   */
  extend(ms: number): boolean {
    checkLimit('ms', ms);
    const word = loadCell(this.cell);
    if (word > WAITING_RESPONSE) return false;
    const now = this.runtime.clock.now();
    if ((this.flags & UNDER_DEADLINE) !== 0) {
      const cap = { at: this.at, ms: this.limitMs, kind: 'deadline', own: true } as const;
      this.limits ??= new Limits(NO_LIMIT, cap, NO_LIMIT.ms, now);
    }
    this.limits?.extend(now, ms);
    this.limitMs = ms;
    const at = this.limits?.dueAt ?? instantAfter(now, ms);
    if (word === WAITING_RESPONSE) this.moveTo(at);
    else this.at = at;
    return true;
  }

  /** A sign of life: the idle limit, if there is one, starts anew. */
  progress(): void {
    // The entry in the scheduler stays where it is: when it fires, it is moved.
    this.limits?.progress(this.runtime.clock.now());
  }

  /** @internal Bounds an asynchronous decode. */
  protected limitDecoding(ms: number): void {
    this.limits = undefined;
    this.limitMs = checkLimit('decodeTimeout', ms);
    this.moveTo(instantAfter(this.runtime.clock.now(), ms));
  }

  /** @internal Whether its limit moved since it was armed: then it is armed for the new one. */
  protected postponed(now: number): boolean {
    const due = this.limits?.dueAt;
    if (due === undefined || due <= now) return false;
    this.moveTo(due);
    return true;
  }

  /** @internal What a timeout at `now` rejects with. */
  protected timeoutError(now: number, decoding: boolean): TimeoutError {
    const { limits, flags } = this;
    this.flags |= limits === undefined || limits.ownAt(now) ? NEEDS_STACK : NEEDS_STACK | BY_PARENT;
    const kind = decoding ? 'decode' : (flags & UNDER_DEADLINE) === 0 ? 'timeout' : 'deadline';
    const details = limits?.details(now, this.name) ?? timeoutDetails(now, this.at, this.limitMs, kind, this.name);
    return withoutStack(() => new TimeoutError(details));
  }

  /** Arms for `at`, or not at all when that is never. */
  private moveTo(at: number): void {
    const { scheduler } = this.runtime;
    if (at === Number.POSITIVE_INFINITY) {
      scheduler.disarm(this);
      this.at = at;
    } else scheduler.arm(this, at);
  }
}
