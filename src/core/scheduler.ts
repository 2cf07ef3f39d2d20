import { type MonotonicClock, monotonicClock } from './clock.ts';
import { hostTurn, type NextTurn } from './executor.ts';
import { FakedEra } from './faked-era.ts';
import { isFaked } from './is-faked.ts';
import { UNREFERENCED } from './operation-flags.ts';
import { runReported } from './report-error.ts';
import { type Era, type EraOwner, type HostTimer, type HostTimers, TimerEra } from './timer-era.ts';
import { unlink, type WheelNode } from './wheel.ts';

/** What the scheduler arms. It decides in `expire`, and only then does `afterDecision` run hooks. */
export interface Expirable extends WheelNode {
  /** Whether waiting for it keeps the process alive: unless `UNREFERENCED` is among its bits. The same for as long as it is armed. */
  readonly flags: number;
  /** Pass 1 of a slice, at `now` (ms): tries to win. No user code runs here. Returns whether it won. */
  expire(now: number): boolean;
  /** Pass 2, once every entry of the slice has been decided: what a timeout does. Never throws. */
  afterDecision(): void;
}

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
declare const setTimeout: (task: () => void, ms: number) => HostTimer;
declare const clearTimeout: (timer: HostTimer) => void;
const importedSetTimeout = setTimeout;

/** A toggle costs as much as arming; from this many on it waits for the next turn of the loop, when one does for all. */
const MANY_FLIPS = 8;

/**
 * All deadlines of a thread over one host timer. Arming touches that timer only when the new deadline is earlier than what it waits
 * for; disarming never does.
 *
 * Entries armed under changed globals (fake timers put in or taken out) live in an era of their own, on the timers of that moment.
 */
export class HostScheduler implements Scheduler, EraOwner {
  readonly clock: MonotonicClock;
  readonly graceMs: number;
  readonly nextTurn: NextTurn;
  armed = 0;
  listeners = 0;
  worstLatenessMs = 0;
  stalls = 0;
  #referenced = 0;
  /** How often the host timer was made to keep the process alive, or not to, since a turn of the loop was last waited for. */
  #flips = 0;
  #setTimeout: typeof setTimeout;
  #era: Era;
  #earlierEras: Era[] = [];
  #endOfTurn: (() => void)[] = [];

  /** @param options.graceMs the longest single wait after a stall, in ms: 25 by default, 0 for no grace at all. */
  constructor(options: { clock?: MonotonicClock; graceMs?: number; nextTurn?: NextTurn } = {}) {
    this.clock = options.clock ?? monotonicClock;
    this.graceMs = options.graceMs ?? 25;
    this.nextTurn = options.nextTurn ?? hostTurn;
    this.#setTimeout = setTimeout;
    this.#era = eraOf(this);
  }

  get referenced(): boolean {
    return this.#referenced > 0;
  }

  arm(entry: Expirable, at: number, since: number = 0): void {
    if (entry.next !== null) this.disarm(entry);
    if (setTimeout !== this.#setTimeout) this.#changeEra();
    // Counted before the host timer is made, or an unreferenced entry would hold the process for a moment.
    this.armed++;
    if ((entry.flags & UNREFERENCED) === 0 && this.#referenced++ === 0) this.#reference(true);
    entry.at = at;
    this.#era.insert(entry, since);
  }

  disarm(entry: Expirable): void {
    if (entry.next === null) return;
    unlink(entry);
    this.left(entry);
  }

  endOfTurn(task: () => void): void {
    if (this.#endOfTurn.push(task) > 1) return;
    this.nextTurn(() => {
      const tasks = this.#endOfTurn;
      this.#endOfTurn = [];
      for (const each of tasks) runReported(each);
    }, false);
  }

  left(entry: Expirable): void {
    this.armed--;
    if ((entry.flags & UNREFERENCED) === 0 && --this.#referenced === 0) this.#reference(false);
  }

  late(ms: number): void {
    if (ms > this.worstLatenessMs) this.worstLatenessMs = ms;
  }

  #reference(on: boolean): void {
    if (this.#flips === MANY_FLIPS) return;
    if (++this.#flips < MANY_FLIPS) this.#toggle(on);
    else this.nextTurn(this.#afterFlips, true);
  }

  readonly #afterFlips = (): void => {
    this.#flips = 0;
    this.#toggle(this.#referenced > 0);
  };

  #toggle(on: boolean): void {
    this.#era.reference(on);
    for (const era of this.#earlierEras) era.reference(on);
  }

  #changeEra(): void {
    this.#setTimeout = setTimeout;
    this.#earlierEras = [...this.#earlierEras, this.#era].filter((era) => !era.asleep);
    this.#era = eraOf(this);
  }
}

function eraOf(owner: EraOwner): Era {
  const start = setTimeout;
  const stop = clearTimeout;
  const timers: HostTimers = {
    start: (task, ms) => start(task, ms),
    stop: (timer) => stop(timer),
    // Unmarked, but put in after import: a fake of one's own making, or what was there before the fakes.
    faked: start !== importedSetTimeout && !isFaked(importedSetTimeout),
    current: () => setTimeout === start,
  };
  return isFaked(start) ? new FakedEra(owner, timers) : new TimerEra(owner, timers);
}
