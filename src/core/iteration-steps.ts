import { expect } from './errors.ts';

/** What `timedIterable` takes from a web stream. */
export interface ReadableStreamLike<Item> {
  getReader(): StreamReaderLike;
  /** Not called: `getReader` has overloads on most hosts, and so does not show the type of the items. */
  pipeTo(destination: { getWriter(): { write(chunk?: Item): Promise<void> } }): Promise<void>;
}

/** What it asks of such a stream's reader. */
export interface StreamReaderLike {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

/** Whatever may be gone through. */
export type Source<Item> = AsyncIterable<Item> | ReadableStreamLike<Item> | Iterable<Item>;

/** A source, whatever its kind, as it is stepped through. */
export interface Steps<Item> {
  next(): PromiseLike<IteratorResult<Item, unknown>>;
  /** Ends the source before its end. */
  end(reason?: unknown): PromiseLike<unknown> | undefined;
}

/**
 * The steps of an iterable, asynchronous or not, or of a web stream; a stream is locked at once.
 * @throws TypeError when it is none of them.
 */
export function stepsOf<Item>(source: Source<Item>): Steps<Item> {
  const {
    getReader,
    [Symbol.asyncIterator]: iterateAsync,
    [Symbol.iterator]: iterate,
  } = (source ?? {}) as Partial<ReadableStreamLike<Item> & AsyncIterable<Item> & Iterable<Item>>;
  if (typeof getReader === 'function') return stepsOfStream(source as ReadableStreamLike<Item>);
  if (typeof iterateAsync === 'function') {
    const iterator = (source as AsyncIterable<Item>)[Symbol.asyncIterator]();
    return {
      next: () => iterator.next(),
      end: () => iterator.return?.(),
    };
  }
  const called = typeof source === 'function' ? ' (call the function, and pass what it returns)' : '';
  expect(
    typeof iterate === 'function',
    'source',
    `an iterable, an async iterable or a ReadableStream${called}`,
    source,
  );
  return stepsOfSync((source as Iterable<Item>)[Symbol.iterator]());
}

/** Items that may be promises are awaited, and one that rejects ends the source: as `for await` has it. */
function stepsOfSync<Item>(iterator: Iterator<Item, unknown>): Steps<Item> {
  return {
    async next() {
      const { done, value } = iterator.next();
      try {
        return { done, value: await value } as IteratorResult<Item, unknown>;
      } catch (error) {
        if (done !== true) iterator.return?.();
        throw error;
      }
    },
    async end() {
      await iterator.return?.()?.value;
    },
  };
}

function stepsOfStream<Item>(stream: ReadableStreamLike<Item>): Steps<Item> {
  const reader = stream.getReader();
  return {
    async next() {
      let over = true;
      try {
        const { done, value } = await reader.read();
        over = done;
        return done ? { done, value: undefined } : { done: false, value: value as Item };
      } finally {
        if (over) reader.releaseLock();
      }
    },
    end(reason) {
      const cancelled = reader.cancel(reason);
      reader.releaseLock();
      return cancelled;
    },
  };
}
