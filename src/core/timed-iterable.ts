/// <reference lib="esnext.disposable" preserve="true" />
import { checkOptions } from './check-options.ts';
import { type ReadableStreamLike, type Source, type Steps, stepsOf } from './iteration-steps.ts';
import type { LateOutcome } from './late-outcome.ts';
import { runtimeOf, timed } from './timed.ts';
import type { Begun } from './timed-limits.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedPromise } from './timed-promise.ts';

/** Options of {@link timedIterable}. `timeout` counts from the call; it and `deadline` bound the iteration as a whole. */
export interface TimedIterableOptions
  extends Pick<TimedOptions, 'timeout' | 'deadline' | 'within' | 'signal' | 'onLate' | 'name' | 'ref' | 'runtime'> {
  /** Milliseconds for which a step may be waited for: silence. It does not run while the consumer is busy with an item. */
  readonly idle?: number | undefined;
}

/** Iterates once; leaving the loop, or the scope of `using` or `await using`, ends the source. */
export interface TimedIterable<Item> extends AsyncDisposable, Disposable {
  next(): Promise<IteratorResult<Item, unknown>>;
  /** Ends the source, and waits for that as long as the limits allow. */
  return(): Promise<IteratorResult<Item, undefined>>;
  [Symbol.asyncIterator](): TimedIterable<Item>;
}

/**
 * Puts limits on whatever `for await` takes, and on a web `ReadableStream`: on silence between its items, and on the whole.
 *
 * Items, their order and back-pressure are the source's own: one step at a time, only when the consumer asks. At a limit, an abort or a
 * spent deadline the pending step rejects, as a call of `timed` does, and the source is ended (`return()`, or a stream's `cancel()`),
 * which is not waited for. After that the iteration is over. Nothing is armed between steps: a limit that passes while the consumer is
 * busy is noticed by the next step. An item that comes after its step was given up goes to `onLate`.
 *
 * Whatever is wrong with the source or the options is a `TypeError`, as the rejection of the first step.
 *
 * ```ts
 * for await (const line of timedIterable(lines, { idle: 5_000 })) handle(line);
 * ```
 */
export function timedIterable<Item>(source: AsyncIterable<Item>, options: TimedIterableOptions): TimedIterable<Item>;
export function timedIterable<Item>(
  source: ReadableStreamLike<Item>,
  options: TimedIterableOptions,
): TimedIterable<Item>;
/** Of a synchronous iterable, an array or a generator, each item is awaited in its turn, as `for await` does. */
export function timedIterable<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  options: TimedIterableOptions,
): TimedIterable<Awaited<Item>>;
export function timedIterable<Item>(source: Source<Item>, options: TimedIterableOptions): TimedIterable<Item> {
  try {
    checkOptions('timedIterable', options, []);
    const { onLate } = options;
    const since = runtimeOf(options).clock.now();
    const limits = { ...options, since, onLate: typeof onLate === 'function' ? lateItems(onLate) : onLate };
    return new Iteration(stepsOf(source), limits);
  } catch (error) {
    return new Iteration<Item>({ next: () => Promise.reject(error), end: () => undefined }, {});
  }
}

/** Of late steps, a consumer wants the items. */
function lateItems(onLate: (outcome: LateOutcome) => void): (outcome: LateOutcome) => void {
  return (outcome) => {
    if (outcome.status === 'rejected') return onLate(outcome);
    const step = outcome.value as IteratorResult<unknown> | undefined;
    if (typeof step === 'object' && step.done !== true) onLate({ ...outcome, value: step.value });
  };
}

class Iteration<Item> implements TimedIterable<Item> {
  readonly #steps: Steps<Item>;
  readonly #limits: TimedIterableOptions & Begun;
  /** The step that is waited for. */
  #step: TimedPromise<IteratorResult<Item, unknown>> | undefined;
  #over = false;
  #busy = false;
  /** Steps asked for at once are taken one after the other. */
  readonly #queue: (() => void)[] = [];

  constructor(steps: Steps<Item>, limits: TimedIterableOptions & Begun) {
    this.#steps = steps;
    this.#limits = limits;
  }

  async next(): Promise<IteratorResult<Item, unknown>> {
    if (this.#busy) await new Promise<void>((turn) => this.#queue.push(turn));
    this.#busy = true;
    try {
      return this.#over ? { done: true, value: undefined } : await this.#take();
    } finally {
      const turn = this.#queue.shift();
      if (turn === undefined) this.#busy = false;
      else turn();
    }
  }

  async #take(): Promise<IteratorResult<Item, unknown>> {
    let asked = false;
    const step = timed(() => {
      asked = true;
      return this.#steps.next();
    }, this.#limits);
    this.#step = step;
    try {
      const result = await step;
      if (result.done === true) this.#over = true;
      return result;
    } catch (error) {
      // The consumer has left meanwhile, and awaits no step.
      if (this.#over) return { done: true, value: undefined };
      this.#over = true;
      // A source that failed has ended by that.
      if (!asked || step.operation.outcome !== 'failed') observe(() => this.#steps.end(error));
      throw error;
    } finally {
      this.#step = undefined;
    }
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    if (!this.#over) {
      this.#over = true;
      this.#step?.cancel('the consumer has left');
      const end = Promise.resolve(this.#steps.end());
      const ending = timed(end, this.#limits);
      try {
        await ending;
      } catch (error) {
        // At a limit whoever leaves is let go, with all that was asked for.
        if (ending.operation.outcome === 'failed') throw error;
      }
    }
    return { done: true, value: undefined };
  }

  [Symbol.dispose](): void {
    observe(() => this.return());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Begins what nobody waits for: its failure goes nowhere. */
function observe(begin: () => PromiseLike<unknown> | undefined): void {
  try {
    begin()?.then(undefined, () => {});
  } catch {
    // It threw at once: the same as a rejection.
  }
}
