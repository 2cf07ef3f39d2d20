import { MonotonicClock } from '../../../src/core/clock.ts';
import type { Expirable } from '../../../src/core/expirable.ts';
import type { HostTimer, HostTimers } from '../../../src/core/host-timers.ts';
import { HostScheduler } from '../../../src/core/scheduler.ts';

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
}

interface HandTimer extends HostTimer {
  readonly task: () => void;
  readonly at: number;
}

/** An event loop in slow motion under one scheduler: time passes, timers run and turns end only when the test says so. */
export class HandLoop implements HostTimers {
  readonly clock: HandClock;
  readonly scheduler: HostScheduler;
  /** What was asked of the host, in ms, in order. */
  readonly asked: number[] = [];
  /** By how much the next host timer comes early. */
  nextEarlyMs = 0;
  #timers: HandTimer[] = [];
  #turns: (() => void)[] = [];

  constructor(options: { start?: number; graceMs?: number } = {}) {
    this.clock = new HandClock(options.start ?? 0);
    const { clock } = this;
    const nextTurn = (task: () => void) => this.#turns.push(task);
    this.scheduler = new HostScheduler({ clock, graceMs: options.graceMs ?? 25, nextTurn, timers: this });
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

  arm(entry: Expirable, at: number): void {
    this.scheduler.arm(entry, at);
  }

  disarm(entry: Expirable): void {
    this.scheduler.disarm(entry);
  }

  get armed(): number {
    return this.scheduler.armed;
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
