import { ContextGate } from './context-gate.ts';
import { checkClock, checkLimit, Deadline, instantAfter } from './deadline.ts';
import { Ending } from './ending.ts';
import type { CancelSource } from './errors.ts';
import { newLimits } from './limits.ts';
import type { OperationView } from './observer.ts';
import { extrasOf, type OperationExtras } from './operation-extras.ts';
import { BY_ADAPTER, BY_SIGNAL, DECODE_LIMIT, ENDED, UNDER_DEADLINE, UNREFERENCED } from './operation-flags.ts';
import type { AnyHooks } from './operation-hooks.ts';
import { arm, dropLimits, dueAt, resultOf } from './operation-limit.ts';
import type { Runtime } from './runtime.ts';
import {
  CANCELLED,
  FULFILLED,
  loadCell,
  type OperationState,
  type Outcome,
  outcomeOf,
  type StateCell,
  stateOf,
  TIMED_OUT,
  WAITING_RESPONSE,
} from './state-cell.ts';
import { WheelNode } from './wheel.ts';
import { createWorkController, type WorkSignal } from './work-signal.ts';

/**
 * What an operation carries besides the race: its place in the wheel, its limit, its work's signal, what became of it. It is also the
 * context that its work is given, so that a call is one object.
 */
export abstract class OperationContext extends WheelNode implements OperationView {
  readonly runtime: Runtime;
  /** What errors and observers call it. */
  readonly name: string | undefined;
  /** @internal */
  readonly hooks: AnyHooks;
  /** @internal The state word. */
  cell: StateCell;
  /** @internal What it remembers besides its state. */
  flags: number;
  /** @internal The duration of the limit that ends at `at`. */
  limitMs = 0;
  /** @internal The work until it is begun; the response until it is decoded; a fallback's value after a timeout. */
  held: unknown = undefined;
  /** @internal The value or the reason, once decided. */
  result: unknown = undefined;
  /** @internal The native resolver of the promise that shows this operation, while that waits. */
  resolve: ((value: unknown) => void) | undefined = undefined;
  /** @internal What few operations have; made when it is needed. */
  extras: OperationExtras | undefined = undefined;

  constructor(runtime: Runtime, name: string | undefined, hooks: AnyHooks, cell: StateCell, referenced: boolean) {
    super();
    this.runtime = runtime;
    this.name = name;
    this.hooks = hooks;
    this.cell = cell;
    this.flags = referenced ? 0 : UNREFERENCED;
    this.at = Number.POSITIVE_INFINITY;
  }

  /** @internal */
  abstract expire(now: number): boolean;
  /** @internal */
  abstract afterDecision(): void;

  get state(): OperationState {
    return stateOf(loadCell(this.cell));
  }

  get outcome(): Outcome | undefined {
    return outcomeOf(loadCell(this.cell));
  }

  get value(): unknown {
    return loadCell(this.cell) === FULFILLED ? this.result : undefined;
  }

  get reason(): unknown {
    return loadCell(this.cell) > FULFILLED ? resultOf(this) : undefined;
  }

  get cancelSource(): CancelSource | undefined {
    if (loadCell(this.cell) !== CANCELLED) return undefined;
    if ((this.flags & BY_SIGNAL) !== 0) return 'signal';
    return (this.flags & BY_ADAPTER) !== 0 ? 'internal' : 'caller';
  }

  /** Whether it keeps the process alive while it waits: true unless it was made with `ref: false`. */
  get referenced(): boolean {
    return (this.flags & UNREFERENCED) === 0;
  }

  /** When its limit ends; `Deadline.never` without one. Silence (`idle`) is not part of it. */
  get deadline(): Deadline {
    const { at, limitMs, runtime } = this;
    const limits = this.extras?.limits;
    return limits ? Deadline.earliest(limits.cap, limits.timeout) : Deadline.at(at, limitMs, runtime.clock);
  }

  /** Milliseconds until its limit ends, never below 0; `Infinity` without one. */
  remaining(): number {
    return this.deadline.remaining();
  }

  /** Aborts when the operation, or its decode, times out or is cancelled, with that error as its reason; never after a success. */
  get signal(): WorkSignal {
    const extras = extrasOf(this);
    if (!extras.controller) {
      extras.gate ??= new ContextGate();
      extras.controller = createWorkController();
      if (isOver(this) || (this.flags & DECODE_LIMIT) !== 0) extras.controller.abort(resultOf(this));
    }
    return extras.controller.signal;
  }

  /**
   * For work that blocks or spins: looks at the clock itself. Past the limit it plays the timeout, and throws that error; after a
   * cancel it throws the reason.
   * @throws the operation's `TimeoutError`, or the reason of its cancel.
   */
  throwIfExpired(): void {
    if (loadCell(this.cell) <= WAITING_RESPONSE) {
      const now = this.runtime.clock.now();
      if (now >= dueAt(this) && this.expire(now)) this.afterDecision();
    }
    if (isOver(this)) throw resultOf(this);
  }

  /**
   * Starts its limit, right after it was submitted: an absolute {@link Deadline}, or a timeout in ms from now. A limit that is spent
   * already is decided by the next wake.
   * @returns whether the operation waits.
   * @throws TypeError when the limit is neither, or a deadline of another clock.
   */
  arm(limit: Deadline | number): boolean {
    const { clock } = this.runtime;
    const absolute = limit instanceof Deadline;
    if (absolute) checkClock(limit, clock);
    else checkLimit('limit', limit);
    if (loadCell(this.cell) !== WAITING_RESPONSE) return false;
    dropLimits(this);
    this.flags = absolute ? this.flags | UNDER_DEADLINE : this.flags & ~UNDER_DEADLINE;
    this.limitMs = absolute ? limit.limitMs : limit;
    return arm(this, absolute ? limit.at : instantAfter(clock.now(), limit));
  }

  /**
   * Moves the limit to `ms` milliseconds from now, though never beyond an absolute deadline or a parent's limit.
   * @returns false when the operation no longer waits.
   * @throws TypeError when `ms` is not a number of milliseconds.
   */
  extend(ms: number): boolean {
    checkLimit('ms', ms);
    if (loadCell(this.cell) > WAITING_RESPONSE) return false;
    const extras = extrasOf(this);
    extras.limits ??= newLimits((this.flags & UNDER_DEADLINE) === 0 ? Deadline.never : this.deadline);
    extras.limits.timeout = Deadline.after(ms, this.runtime.clock);
    const at = dueAt(this);
    if (!arm(this, at)) this.at = at;
    return true;
  }

  /** A sign of life: the idle limit, if there is one, starts anew. */
  progress(): void {
    // The entry in the scheduler stays where it is: when it fires, it is moved.
    const limits = this.extras?.limits;
    if (limits && loadCell(this.cell) <= WAITING_RESPONSE) limits.quietSince = this.runtime.clock.now();
  }

  /** When the work has really ended, in time or late, or was never begun; always fulfils. */
  get finished(): Promise<void> {
    if ((this.flags & ENDED) !== 0) return Promise.resolve();
    const extras = extrasOf(this);
    extras.ending ??= new Ending();
    const { ending } = extras;
    return ending instanceof Ending ? ending.promise : ending.then(nothing, nothing);
  }
}

function isOver(operation: OperationContext): boolean {
  const word = loadCell(operation.cell);
  return word === TIMED_OUT || word === CANCELLED;
}

function nothing(): void {}
