import { checkLimit, Deadline } from './deadline.ts';
import { expect } from './errors.ts';
import { runtimeOf, timed } from './timed.ts';
import type { TimedOptions } from './timed-options.ts';

/** What {@link timedIterable} takes from a web stream. */
export interface ReadableStreamLike<Item> {
  getReader(): StreamReaderLike<Item>;
}

interface StreamReaderLike<Item> {
  read(): Promise<{ readonly done: boolean; readonly value?: Item | undefined }>;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

/** Options of {@link timedIterable}. `timeout` counts from the call, and `timeout` and `deadline` bound the iteration as a whole. */
export interface TimedIterableOptions
  extends Pick<TimedOptions, 'timeout' | 'deadline' | 'within' | 'signal' | 'onLate' | 'name' | 'ref' | 'runtime'> {
  /** Milliseconds of silence: for how long a step may be waited for. It does not run while the consumer is busy with an item. */
  readonly idle?: number | undefined;
}

/** Iterates once; leaving the loop, or the scope of `await using`, ends the source. */
export interface TimedIterable<Item> extends AsyncIterableIterator<Item, void, undefined>, AsyncDisposable {
  return(): Promise<IteratorResult<Item, void>>;
  [Symbol.asyncIterator](): TimedIterable<Item>;
}

/**
 * Puts limits on an asynchronous iterable or a web `ReadableStream`: on silence between its items, and on the whole.
 *
 * Items, their order and back-pressure are the source's own: one step at a time, only when the consumer asks. At a limit or a cancel the
 * pending step rejects, as a call of {@link timed} does, and the source is ended (`return()`, or a stream's `cancel()`), which is not
 * waited for. After that the iteration is over.
 *
 * ```ts
 * for await (const line of timedIterable(lines, { idle: 5_000 })) handle(line);
 * ```
 */
export function timedIterable<Item>(
  source: AsyncIterable<Item> | ReadableStreamLike<Item>,
  options: TimedIterableOptions,
): TimedIterable<Item> {
  const steps = stepsOf(source);
  const { timeout, deadline, idle, ...rest } = options;
  const own =
    timeout === undefined ? undefined : Deadline.after(checkLimit('timeout', timeout), runtimeOf(options).clock);
  const limits = {
    ...rest,
    idle,
    deadline: own === undefined || deadline === undefined ? (own ?? deadline) : Deadline.earliest(own, deadline),
  };
  let over = false;
  // Steps asked for at once are taken one after the other.
  let last: Promise<unknown> = Promise.resolve();

  const end = (reason?: unknown): void => {
    if (over) return;
    over = true;
    steps.end(reason);
  };
  const step = async (): Promise<IteratorResult<Item, void>> => {
    if (over) return { done: true, value: undefined };
    try {
      const result = await timed(() => steps.next(), limits);
      if (result.done !== true) return result;
      over = true;
      return { done: true, value: undefined };
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return {
    next() {
      const next = last.then(step);
      last = next.catch(() => {});
      return next;
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    async [Symbol.asyncDispose]() {
      end();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

interface Steps<Item> {
  next(): PromiseLike<IteratorResult<Item, unknown>>;
  /** Ends the source without waiting for it; what that comes to is observed, and goes nowhere. */
  end(reason: unknown): void;
}

function stepsOf<Item>(source: AsyncIterable<Item> | ReadableStreamLike<Item>): Steps<Item> {
  const { getReader } = source as Partial<ReadableStreamLike<Item>>;
  if (typeof getReader === 'function') return stepsOfStream(source as ReadableStreamLike<Item>);
  const iterate = (source as Partial<AsyncIterable<Item>> | undefined | null)?.[Symbol.asyncIterator];
  expect(typeof iterate === 'function', 'source', 'an async iterable or a ReadableStream', source);
  const iterator = (source as AsyncIterable<Item>)[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    end: () => observe(() => iterator.return?.()),
  };
}

function stepsOfStream<Item>(stream: ReadableStreamLike<Item>): Steps<Item> {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      if (done) reader.releaseLock();
      return done ? { done, value: undefined } : { done: false, value: value as Item };
    },
    end: (reason) =>
      observe(async () => {
        await reader.cancel(reason);
        reader.releaseLock();
      }),
  };
}

function observe(work: () => PromiseLike<unknown> | undefined): void {
  try {
    work()?.then(undefined, () => {});
  } catch {
    // It threw at once: the same as a rejection.
  }
}
