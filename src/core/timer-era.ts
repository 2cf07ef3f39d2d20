import type { Clock, MonotonicClock } from './clock.ts';
import type { NextTurn } from './executor.ts';
import { Grace, STALL_MS } from './grace.ts';
import { reportError } from './report-error.ts';
import type { Expirable } from './scheduler.ts';
import { NodeList, Wheel } from './wheel.ts';

/** A timer handle: an object with `ref` and `unref` on some hosts, a number on others. */
export interface HostTimer {
  ref?(): unknown;
  unref?(): unknown;
}

/** The host's one-shot timers, as they were when the era began. */
export interface HostTimers {
  readonly start: (task: () => void, ms: number) => HostTimer;
  readonly stop: (timer: HostTimer) => void;
  /** Whether they are faked: then time moves by hand, and a late wake means nothing. */
  readonly faked: boolean;
  /** Whether they are what a caller would get now. */
  readonly current: () => boolean;
}

/** What an era asks of its scheduler. */
export interface EraOwner {
  readonly clock: MonotonicClock;
  readonly graceMs: number;
  readonly nextTurn: NextTurn;
  /** Whether any armed entry keeps the process alive. */
  readonly referenced: boolean;
  /** An entry has been taken out of the wheel to be decided. */
  left(entry: Expirable): void;
  /** An entry was decided this many ms after its instant. */
  late(ms: number): void;
  /** How often a wake came so late that the loop must have stalled. */
  stalls: number;
}

/** The entries armed between one change of the host's timers and the next. */
export interface Era {
  /** Whether nothing will wake it. */
  readonly asleep: boolean;
  /** Files an entry by its `at`; `since` is a time that has passed. Both ms. */
  insert(entry: Expirable, since?: number): void;
  /** Makes its host timers keep the process alive, or not. */
  reference(on: boolean): void;
}

/** How many entries are decided, or filed again, between two looks at the clock. */
const SLICE = 256;
/** How long a wake works before I/O gets a turn: ms. */
const SLICE_MS = 4;
/** No host timer comes this early: one that does was moved by hand, and the timer is right where the clock is not. */
const FAKED_MS = 5;
/** The longest delay asked of the host, which counts in 31 bits: the rest is asked for when that is over. */
const LONGEST_MS = 2 ** 30;
/** While a wake is under way no host timer is set: its end does that, for all that was armed meanwhile. */
const AWAKE = Number.NEGATIVE_INFINITY;

/** One wheel over one host timer: the wakes, their grace and their slices. */
export class TimerEra implements Era {
  readonly timers: HostTimers;
  readonly #owner: EraOwner;
  readonly #wheel: Wheel;
  readonly #grace: Grace;
  /** Detached from the wheel, still armed: a response may still win. */
  readonly #due: NodeList = new NodeList();
  /** Bound to its time: what is armed here lives on by it when the globals change. */
  #clock: Clock;
  /** What the host timer is for, and what was asked of the host: the same unless that was too long to ask. Both ms. */
  #wakeAt: number = Number.POSITIVE_INFINITY;
  #askedAt = 0;
  #timer: HostTimer | undefined;
  #unsorted = false;
  /** Up to when the loop is known to have turned freely: lateness of what came due since then is a stall's. Ms. */
  #freeUntil = 0;

  constructor(owner: EraOwner, timers: HostTimers) {
    this.#owner = owner;
    this.timers = timers;
    this.#clock = owner.clock.bound();
    this.#wheel = new Wheel(this.#clock.now());
    this.#grace = new Grace(timers.faked ? 0 : owner.graceMs);
  }

  get asleep(): boolean {
    return this.#wakeAt === Number.POSITIVE_INFINITY;
  }

  insert(entry: Expirable, since = 0): void {
    this.#wheel.insert(entry, since);
    if (entry.at < this.#wakeAt) this.#plan(entry.at, this.#clock.now());
  }

  reference(on: boolean): void {
    if (!on) this.#timer?.unref?.();
    else if (this.#timer !== undefined) this.#timer.ref?.();
    // A wake waits for a turn that it may have asked for when nothing kept the process alive.
    else if (this.#wakeAt === AWAKE) this.#owner.nextTurn(() => {}, true);
  }

  #plan(at: number, now: number): void {
    if (this.#timer !== undefined) this.timers.stop(this.#timer);
    this.#wakeAt = at;
    this.#askedAt = Math.min(at, now + LONGEST_MS);
    this.#timer = this.#start(this.#wake, this.#askedAt - now);
  }

  #start(task: () => void, ms: number): HostTimer {
    // Rounded up and never negative: the host would drop the fraction and come early.
    const { start } = this.timers;
    const timer = start(task, Math.max(Math.ceil(ms), 0));
    if (!this.#owner.referenced) timer.unref?.();
    return timer;
  }

  readonly #wake = (): void => {
    this.#timer = undefined;
    const planned = this.#wakeAt;
    let now = this.#clock.now();
    const early = this.#askedAt - now;
    if (early > FAKED_MS) {
      this.#owner.clock.skip(early);
      this.#clock = this.#owner.clock.bound();
      now = this.#askedAt;
    }
    if (now < planned) {
      this.#plan(planned, now);
      return;
    }
    if (now - planned >= STALL_MS && !this.timers.faked) this.#owner.stalls++;
    this.#wakeAt = AWAKE;
    this.#freeUntil = now;
    this.#wheel.advance(now, this.#due);
    this.#unsorted = this.#wheel.sort(SLICE, this.#due);
    if (this.#due.empty && !this.#unsorted) this.#sleep();
    else if (this.#grace.begin(now - planned)) this.#poll();
    else this.#decide();
  };

  #poll(): void {
    this.#owner.nextTurn(() => {
      const ms = this.#grace.wait(this.#clock.now());
      if (ms === 0) {
        this.#decide();
        return;
      }
      this.#freeUntil = this.#grace.plannedEnd;
      this.#timer = this.#start(this.#graceOver, ms);
    }, this.#owner.referenced);
  }

  readonly #graceOver = (): void => {
    this.#timer = undefined;
    const waiting = !this.#due.empty || this.#unsorted;
    if (waiting && this.#grace.renew(this.#clock.now())) this.#poll();
    else this.#decide();
  };

  /** Decides what is due, a slice at a time; what is left for a later turn may still be won by its response. */
  readonly #decide = (): void => {
    const start = this.#clock.now();
    let now = start;
    while (!this.#due.empty || this.#unsorted) {
      if (now - start >= SLICE_MS) {
        this.#freeUntil = now;
        this.#owner.nextTurn(this.#decide, this.#owner.referenced);
        return;
      }
      this.#decideSlice(now);
      this.#unsorted = this.#unsorted && this.#wheel.sort(SLICE, this.#due);
      now = this.#clock.now();
    }
    this.#sleep();
  };

  #decideSlice(now: number): void {
    const decided: Expirable[] = [];
    for (let count = 0; count < SLICE; count++) {
      const entry = this.#due.shift() as Expirable | undefined;
      if (entry === undefined) break;
      const lateMs = now - entry.at;
      this.#owner.left(entry);
      if (!entry.expire(now)) continue;
      this.#owner.late(lateMs);
      decided.push(entry);
    }
    for (const entry of decided) {
      try {
        entry.afterDecision();
      } catch (error) {
        reportError(error);
      }
    }
  }

  #sleep(): void {
    const next = this.#wheel.next();
    this.#wakeAt = Number.POSITIVE_INFINITY;
    if (next === Number.POSITIVE_INFINITY) return;
    // What came due while a grace or a slice ran as planned is not late by that.
    const now = this.#clock.now();
    this.#plan(Math.max(next, Math.min(this.#freeUntil, now)), now);
  }
}
