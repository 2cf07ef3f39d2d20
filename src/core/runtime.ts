import { type Clock, MonotonicClock, monotonicClock } from './clock.ts';
import { checkLimit } from './deadline.ts';
import { CompletionExecutor, type Executor } from './executor.ts';
import type { Observer } from './observer.ts';
import { HostScheduler, type Scheduler } from './scheduler.ts';
import { type Counts, newCounts } from './state-cell.ts';

/**
 * The only door from the core to the outside: time, the firing of deadlines, the running of completions, and whoever watches.
 * One is shared by everything that names no other; a test or the race explorer hands in its own.
 */
export interface Runtime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly executor: Executor;
  /** Hears of every operation, if there is one. */
  observer: Observer | undefined;
  /** What has been played on it, for `runtimeStats`; one without counts nothing. */
  readonly counts?: Counts | undefined;
}

/** What {@link createRuntime} takes. */
export interface RuntimeOptions {
  /** Hears of every operation made on this runtime; none by default. */
  observer?: Observer;
  /**
   * The longest single wait, in ms, by which a timeout may be put off after a stall of the event loop, so that responses which have
   * arrived are read first. 25 by default; 0 decides at once.
   */
  grace?: number;
}

/**
 * A runtime of its own over the host's clock and timers.
 * @throws TypeError when `grace` is not a number of milliseconds.
 */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const { observer, grace } = options;
  const clock = new MonotonicClock();
  return {
    clock,
    scheduler: new HostScheduler(grace === undefined ? { clock } : { clock, graceMs: checkLimit('grace', grace) }),
    executor: new CompletionExecutor(clock),
    observer,
    counts: newCounts(),
  };
}

/** The runtime of everything that names no other. */
export const defaultRuntime: Runtime = {
  clock: monotonicClock,
  scheduler: /* @__PURE__ */ new HostScheduler(),
  executor: /* @__PURE__ */ new CompletionExecutor(monotonicClock),
  observer: undefined,
  counts: /* @__PURE__ */ newCounts(),
};
