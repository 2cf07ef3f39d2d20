import { type MonotonicClock, monotonicClock } from './clock.ts';
import { hostTick, hostTurn, type NextTurn } from './executor.ts';
import type { Expirable } from './expirable.ts';
import { armFaked } from './faked-timers.ts';
import type { HostTimer, HostTimers } from './host-timers.ts';
import { isFaked } from './is-faked.ts';
import { UNREFERENCED } from './operation-flags.ts';
import { runAll, runReported } from './report-error.ts';
import { decideSlice } from './slice.ts';
import { type NodeList, unlink, Wheel } from './wheel.ts';

/** Fires what is due, and nothing before. */
export interface Scheduler {
  /**
   * Arms `entry` for the instant `at` (ms of the runtime's clock), instead of whatever it was armed for. `since`, if given, is an
   * instant that has passed: it saves a look at the clock.
   */
  arm(entry: Expirable, at: number, since?: number): void;
  /** Drops the entry; nothing when it is not armed. */
  disarm(entry: Expirable): void;
  /** Runs `task` at the end of this turn of the event loop; the process does not wait for it. */
  endOfTurn(task: () => void): void;
  /** How many entries are armed. */
  readonly armed: number;
  /** How many callers' signals hold a listener of ours; kept by those who add and remove it. */
  listeners: number;
  /** The most by which an entry was decided after its instant: ms. */
  readonly worstLatenessMs: number;
  /** How often its host timer came late by 5 ms or more, where that is counted. */
  readonly stalls?: number;
}

// The globals, looked up at each use, since fake timers replace them. (As a property of the global object they would be slow.)
declare const setTimeout: HostTimers['start'];
declare const clearTimeout: HostTimers['stop'];
const imported: HostTimers = { start: setTimeout, stop: clearTimeout };

const NEVER = Number.POSITIVE_INFINITY;
/** While a wake is under way no host timer is set: its end does that, for all that was armed meanwhile. */
const AWAKE = Number.NEGATIVE_INFINITY;
/** How long a wake works before I/O and completions get a turn: ms. Short, for what is decided and not completed yet is so much more to hold. */
const SLICE_MS = 1;
/** The longest delay asked of the host, which counts in 31 bits: the rest is asked for when that is over. */
const LONGEST_MS = 2 ** 30;
/** From here on lateness was a stall, and results that need several turns of the loop get time as well: ms. */
const STALL_MS = 5;
/** A grace that ends at least this late (ms) is gone through again, so often at most. */
const LATE_MS = 1;
const RENEWALS = 3;

/**
 * All deadlines of a thread: one wheel over one host timer. Arming touches that timer only when the new deadline is earlier than what
 * it waits for; disarming never does.
 *
 * A wake fixes what is due, and then holds its decisions back (the grace), so that a response which is already in the kernel's buffer
 * wins over a timer that merely ran first: one poll phase always, and after a stall a wait on top.
 */
export class HostScheduler implements Scheduler {
  armed = 0;
  listeners = 0;
  worstLatenessMs = 0;
  stalls = 0;
  readonly #clock: MonotonicClock;
  readonly #graceMs: number;
  readonly #nextTurn: NextTurn;
  /** The host's timers; none while they have never been seen but faked. What is armed under others is armed one by one. */
  #timers: HostTimers | undefined;
  #real: HostTimers['start'] | undefined;
  readonly #wheel: Wheel = new Wheel();
  /** Detached from the wheel, still armed: a response may still win. */
  readonly #due: NodeList[] = [];
  /** What has come due by then is decided by this wake: ms. */
  #dueBy = 0;
  #timer: HostTimer | undefined;
  /** What the host timer is for, and what was asked of the host: the same unless that was too long to ask. Both ms. */
  #wakeAt: number = NEVER;
  #askedAt = 0;
  /** Up to when the loop is known to have turned freely: lateness of what came due since then is a stall's. Ms. */
  #freeUntil = 0;
  #unreferenced = 0;
  #resting = false;
  readonly #endOfTurn: (() => void)[] = [];

  /** @param options.graceMs the longest single wait after a stall, in ms: 25 by default, 0 for no grace at all. */
  constructor(options: { clock?: MonotonicClock; graceMs?: number; nextTurn?: NextTurn; timers?: HostTimers } = {}) {
    const { clock = monotonicClock, graceMs = 25, nextTurn = hostTurn, timers = imported } = options;
    this.#clock = clock;
    this.#graceMs = graceMs;
    this.#nextTurn = nextTurn;
    if (isFaked(imported.start)) return;
    this.#timers = timers;
    this.#real = imported.start;
  }

  arm(entry: Expirable, at: number, since?: number): void {
    if (entry.next !== null) this.disarm(entry);
    // Before the host timer is made, or an unreferenced entry would hold the process for a moment.
    if ((entry.flags & UNREFERENCED) !== 0) this.#unreferenced++;
    if (++this.armed - this.#unreferenced === 1) this.hold();
    entry.at = at;
    if (setTimeout !== this.#real && this.faked()) this.armFaked(entry);
    else {
      this.#wheel.insert(entry, since);
      if (at < this.#wakeAt) this.plan(at, this.#clock.now());
    }
  }

  private armFaked(entry: Expirable): void {
    const start = setTimeout;
    armFaked(entry, { start, clock: this.#clock, current: () => setTimeout === start }, (now) => {
      this.left(entry);
      if (entry.expire(now)) runReported(() => entry.afterDecision());
    });
  }

  disarm(entry: Expirable): void {
    if (entry.next === null) return;
    unlink(entry);
    this.left(entry);
  }

  endOfTurn(task: () => void): void {
    if (this.#endOfTurn.push(task) === 1) this.#nextTurn(() => runAll(this.#endOfTurn), false);
  }

  /** Whether anything armed keeps the process alive. */
  private get referenced(): boolean {
    return this.armed > this.#unreferenced;
  }

  private left(entry: Expirable): void {
    this.armed--;
    if ((entry.flags & UNREFERENCED) !== 0) this.#unreferenced--;
    else if (!this.referenced && !this.#resting) {
      // Not at once: one operation after another would toggle it each time, which costs as much as arming.
      this.#resting = true;
      hostTick(this.#rest, true);
    }
  }

  readonly #rest = (): void => {
    this.#resting = false;
    if (!this.referenced) this.#timer?.unref?.();
  };

  /** Something armed keeps the process alive. */
  private hold(): void {
    this.#timer?.ref?.();
    // A wake waits for a turn that it may have asked for when nothing did.
    if (this.#wakeAt === AWAKE) this.#nextTurn(() => {}, true);
  }

  /** Whether timers are faked now. The first that are not are the host's. */
  private faked(): boolean {
    if (!this.#real && !isFaked(setTimeout)) {
      this.#real = setTimeout;
      this.#timers = { start: setTimeout, stop: clearTimeout };
    }
    return setTimeout !== this.#real;
  }

  /** The time; while timers are faked, so may the clock be: then the host's timers are believed. */
  #now(): number {
    return setTimeout === this.#real ? this.#clock.now() : this.#askedAt;
  }

  private plan(at: number, now: number): void {
    if (this.#timer) this.#timers?.stop.call(undefined, this.#timer);
    this.#wakeAt = at;
    this.#askedAt = Math.min(at, now + LONGEST_MS);
    this.#start(this.#wake, this.#askedAt - now);
  }

  #start(task: () => void, ms: number): void {
    // Rounded up and never negative: the host would drop the fraction and come early. A browser's timers refuse to be methods of ours.
    this.#timer = this.#timers?.start.call(undefined, task, Math.max(Math.ceil(ms), 0));
    if (!this.referenced) this.#timer?.unref?.();
  }

  readonly #wake = (): void => {
    this.#timer = undefined;
    const planned = this.#wakeAt;
    const early = this.#askedAt - this.#now();
    // No host timer comes as early as that: it was moved by hand, and is right where the clock is not.
    if (early > STALL_MS) this.#clock.skip(early);
    const now = this.#now();
    if (now < planned) {
      this.plan(planned, now);
      return;
    }
    if (now - planned >= STALL_MS) this.stalls++;
    this.#wakeAt = AWAKE;
    this.#freeUntil = now;
    this.#dueBy = now;
    this.#wheel.advance(now, this.#due);
    if (this.#due.length === 0) this.#sleep();
    else if (this.#graceMs === 0) this.#decide();
    else this.#poll(now - planned, RENEWALS);
  };

  /** The grace: a poll phase, and after a stall a wait; all again when that ends late itself. */
  #poll(stallMs: number, renewals: number): void {
    this.#nextTurn(() => {
      if (stallMs < STALL_MS) {
        this.#decide();
        return;
      }
      const ms = Math.min(stallMs, this.#graceMs);
      // Lateness counts from the planned end: one's own grace is no stall.
      this.#freeUntil = this.#now() + ms;
      this.#start(() => {
        this.#timer = undefined;
        const lateMs = this.#now() - this.#freeUntil;
        const again = renewals > 0 && lateMs >= LATE_MS && this.#due.some((list) => !list.empty);
        if (again) this.#poll(lateMs, renewals - 1);
        else this.#decide();
      }, ms);
    }, this.referenced);
  }

  /** Decides what is due, a slice at a time; what is left for a later turn may still be won by its response. */
  readonly #decide = (): void => {
    const start = this.#now();
    for (let now = start; this.#due.length > 0; now = this.#now()) {
      if (now - start >= SLICE_MS) {
        this.#freeUntil = now;
        this.#nextTurn(this.#decide, this.referenced);
        return;
      }
      const worst = decideSlice(this.#due, now, (entry) => {
        const due = entry.at <= this.#dueBy;
        if (due) this.left(entry);
        else this.#wheel.insert(entry);
        return due;
      });
      this.worstLatenessMs = Math.max(this.worstLatenessMs, worst);
    }
    this.#sleep();
  };

  #sleep(): void {
    const next = this.#wheel.next();
    this.#wakeAt = NEVER;
    if (next === NEVER) return;
    // What came due while a grace or a slice ran as planned is not late by that.
    const now = this.#now();
    this.plan(Math.max(next, Math.min(this.#freeUntil, now)), now);
  }
}
