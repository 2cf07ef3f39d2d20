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

/** A source, whatever its kind, as it is stepped through. */
export interface Steps<Item> {
  next(): PromiseLike<IteratorResult<Item, unknown>>;
  /** Ends the source before its end. */
  end(reason?: unknown): PromiseLike<unknown> | undefined;
}

/**
 * The steps of an async iterable or a web stream; a stream is locked at once.
 * @throws TypeError when it is neither.
 */
export function stepsOf<Item>(source: AsyncIterable<Item> | ReadableStreamLike<Item>): Steps<Item> {
  const { getReader, [Symbol.asyncIterator]: iterate } = (source ?? {}) as Partial<
    ReadableStreamLike<Item> & AsyncIterable<Item>
  >;
  if (typeof getReader === 'function') return stepsOfStream(source as ReadableStreamLike<Item>);
  expect(typeof iterate === 'function', 'source', 'an async iterable or a ReadableStream', source);
  const iterator = (source as AsyncIterable<Item>)[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    end: () => iterator.return?.(),
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
