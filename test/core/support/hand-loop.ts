import { MonotonicClock } from '../../../src/core/clock.ts';
import type { Expirable } from '../../../src/core/scheduler.ts';
import { type EraOwner, type HostTimer, type HostTimers, TimerEra } from '../../../src/core/timer-era.ts';
import { unlink } from '../../../src/core/wheel.ts';

/** A clock that stands where it was put, though it is a `MonotonicClock` to those who want one. */
export class HandClock extends MonotonicClock {
  time: number;

  constructor(time: number) {
    super();
    this.time = time;
  }

  override now(): number {
    return this.time;
  }

  override skip(ms: number): void {
    this.time += ms;
  }

  override bound(): HandClock {
    return this;
  }
}

interface HandTimer extends HostTimer {
  readonly task: () => void;
  readonly at: number;
}

/** An event loop in slow motion under one era: time passes, timers run and turns end only when the test says so. */
export class HandLoop implements EraOwner, HostTimers {
  readonly clock: HandClock;
  stalls = 0;
  readonly graceMs: number;
  readonly faked: boolean = false;
  readonly current: () => boolean = () => true;
  readonly era: TimerEra;
  referenced = true;
  /** What the era asked of the host, in ms, in order. */
  readonly asked: number[] = [];
  /** How late each decision was. */
  readonly lateness: number[] = [];
  armed = 0;
  /** By how much the next host timer comes early. */
  nextEarlyMs = 0;
  #timers: HandTimer[] = [];
  #turns: (() => void)[] = [];

  constructor(options: { start?: number; graceMs?: number } = {}) {
    this.clock = new HandClock(options.start ?? 0);
    this.graceMs = options.graceMs ?? 25;
    this.era = new TimerEra(this, this);
  }

  readonly start = (task: () => void, ms: number): HostTimer => {
    this.asked.push(ms);
    const timer: HandTimer = { task, at: this.clock.time + ms - this.nextEarlyMs };
    this.nextEarlyMs = 0;
    this.#timers.push(timer);
    return timer;
  };

  readonly stop = (timer: HostTimer): void => {
    this.#timers = this.#timers.filter((each) => each !== timer);
  };

  readonly nextTurn = (task: () => void): void => {
    this.#turns.push(task);
  };

  left(): void {
    this.armed--;
  }

  late(ms: number): void {
    this.lateness.push(ms);
  }

  arm(entry: Expirable, at: number): void {
    entry.at = at;
    this.armed++;
    this.era.insert(entry);
  }

  /** What the scheduler does when a response has won. */
  disarm(entry: Expirable): void {
    if (entry.next === null) return;
    unlink(entry);
    this.armed--;
  }

  /** Time passes and nothing runs: a stall, or an idle wait. */
  pass(ms: number): void {
    this.clock.time += ms;
  }

  /** The timers phase: what is due on the host's list. Returns how many ran. */
  timers(): number {
    const due = this.#timers.filter((timer) => timer.at <= this.clock.time);
    this.#timers = this.#timers.filter((timer) => timer.at > this.clock.time);
    for (const timer of due) timer.task();
    return due.length;
  }

  /** The check phase: what waited for the end of the poll. Returns how many ran. */
  check(): number {
    const turns = this.#turns;
    this.#turns = [];
    for (const task of turns) task();
    return turns.length;
  }

  /** Whole turns of an idle loop (poll, check, timers) until neither timers nor turns are left before `until`. */
  idleUntil(until: number): void {
    for (let turn = 0; turn < 100_000; turn++) {
      this.check();
      if (this.timers() > 0 || this.#turns.length > 0) continue;
      const next = Math.min(...this.#timers.map((timer) => timer.at));
      if (!(next <= until)) break;
      this.clock.time = Math.max(this.clock.time, next);
    }
    this.clock.time = Math.max(this.clock.time, until);
  }

  get hostTimers(): number {
    return this.#timers.length;
  }
}
