import { checkKeys } from '../core/check-options.ts';
import { checkLimit } from '../core/deadline.ts';
import { hostTurn } from '../core/executor.ts';
import type { Observer, OperationView } from '../core/observer.ts';
import type { Runtime } from '../core/runtime.ts';
import { newCounts } from '../core/state-cell.ts';
import { ManualClock } from './manual-clock.ts';
import { ManualExecutor } from './manual-executor.ts';
import { ManualScheduler } from './manual-scheduler.ts';

/**
 * A runtime whose time is in the test's hands: pass it as `runtime`, and no test waits or depends on how fast a machine is.
 *
 * ```ts
 * const runtime = new ManualRuntime();
 * const call = timed(() => neverSettles, { timeout: 100, runtime });
 * runtime.advance(99);   // still waiting
 * runtime.advance(1);    // timed out
 * ```
 */
export class ManualRuntime implements Runtime {
  readonly clock: ManualClock;
  readonly scheduler: ManualScheduler = new ManualScheduler();
  readonly executor: ManualExecutor = new ManualExecutor();
  readonly observer: Observer;
  readonly counts: number[] = newCounts();
  readonly #undecided: Set<OperationView> = new Set();

  /**
   * @param options.now where the clock starts, in ms: 0 by default.
   * @param options.observer hears of every operation on this runtime.
   */
  constructor(options: { readonly now?: number; readonly observer?: Observer } = {}) {
    checkKeys('ManualRuntime', options, ['now', 'observer']);
    const { now = 0, observer } = options;
    this.clock = new ManualClock(now);
    this.observer = {
      ...observer,
      start: (operation) => {
        this.#undecided.add(operation);
        observer?.start?.(operation);
      },
      decide: (operation) => {
        this.#undecided.delete(operation);
        observer?.decide?.(operation);
      },
    };
  }

  /** The virtual time, in ms. */
  get now(): number {
    return this.clock.now();
  }

  /** How many operations are armed. */
  get armed(): number {
    return this.scheduler.armed;
  }

  /** How many callers' abort signals hold a listener. */
  get listeners(): number {
    return this.scheduler.listeners;
  }

  /** How many operations have been made and not been decided. */
  get undecided(): number {
    return this.#undecided.size;
  }

  /**
   * Moves time on by `ms`, through every deadline on the way, and runs the completions after each. Promise continuations run when the
   * test next awaits; for code that arms its next limit in one, use {@link advanceAsync}.
   * @throws TypeError when `ms` is not a number of milliseconds.
   */
  advance(ms: number): void {
    const end = this.now + checkLimit('ms', ms);
    this.executor.drain();
    while (this.scheduler.next <= end) this.#fireNext();
    this.clock.moveTo(end);
    this.scheduler.endTurn();
  }

  /** Like {@link advance}, with all continuations run before time moves, and after each deadline. */
  async advanceAsync(ms: number): Promise<void> {
    const end = this.now + checkLimit('ms', ms);
    await this.settle();
    while (this.scheduler.next <= end) {
      this.#fireNext();
      await this.settle();
    }
    this.clock.moveTo(end);
    this.scheduler.endTurn();
  }

  /** Jumps to the next deadline, and plays it. Returns false when nothing is armed. */
  jump(): boolean {
    this.executor.drain();
    if (this.scheduler.next === Number.POSITIVE_INFINITY) return false;
    this.#fireNext();
    return true;
  }

  /**
   * Awaits `promise`, jumping from deadline to deadline whenever nothing else is left to run.
   * @throws Error when it is still pending and nothing is armed that could settle it.
   */
  async run<T>(promise: PromiseLike<T>): Promise<T> {
    let pending = true;
    const done = () => {
      pending = false;
    };
    promise.then(done, done);
    await this.settle();
    while (pending) {
      if (!this.jump()) throw new Error('The promise is pending, and nothing is armed that could settle it');
      await this.settle();
    }
    return promise;
  }

  /** Runs completions and continuations until there are none, without moving time. */
  async settle(): Promise<void> {
    do {
      this.executor.drain();
      await new Promise<void>((resolve) => hostTurn(resolve, true));
    } while (this.executor.queued > 0);
    this.scheduler.endTurn();
  }

  #fireNext(): void {
    this.clock.moveTo(Math.max(this.now, this.scheduler.next));
    this.scheduler.fire(this.now);
    this.executor.drain();
    this.scheduler.endTurn();
  }
}
