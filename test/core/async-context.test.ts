import { AsyncLocalStorage } from 'node:async_hooks';
import { createRuntime, type Runtime, type TimedOptions, timed } from 'timed-operation';
import { beforeEach, describe, expect, test } from 'vitest';

const storage = new AsyncLocalStorage<string>();
const pending = () => new Promise<never>(() => {});

type Place = 'work' | 'abort' | 'onTimeout' | 'fallback' | 'onLate' | 'continuation';
type Seen = { [place in Place]?: string | undefined };

/** Starts a call as `name`, and notes the store in which each of its callbacks ran. */
function start(
  name: string,
  options: Pick<TimedOptions, 'timeout' | 'signal' | 'runtime'> & { readonly fallback?: true },
  work: () => Promise<number> = pending,
) {
  const { fallback, ...others } = options;
  const seen: Seen = {};
  const note = (place: Place) => {
    seen[place] = storage.getStore();
    return 0;
  };
  return storage.run(name, () => {
    const call = timed(
      (context) => {
        note('work');
        context.signal.addEventListener('abort', () => note('abort'));
        return work();
      },
      {
        ...others,
        onTimeout: () => note('onTimeout'),
        onLate: () => note('onLate'),
        fallback: fallback && (() => note('fallback')),
      },
    );
    const done = (async () => {
      await call.catch(() => {});
      note('continuation');
    })();
    return { call, done, seen };
  });
}

describe('two operations in stores of their own', () => {
  let runtime: Runtime;

  beforeEach(() => {
    runtime = createRuntime();
  });

  test('timed out by one wake: every callback runs in its own store, and so does the continuation', async () => {
    const answers: (() => void)[] = [];
    const work = () => new Promise<number>((resolve) => answers.push(() => resolve(1)));
    const a = start('a', { runtime, timeout: 10, fallback: true }, work);
    const b = start('b', { runtime, timeout: 10, fallback: true }, work);
    const c = start('c', { runtime, timeout: 10 }, work);
    const until = runtime.clock.now() + 15;
    // One wake finds them all.
    while (runtime.clock.now() < until);
    await Promise.all([a.done, b.done, c.done]);
    await storage.run('somebody else', async () => {
      for (const answer of answers) answer();
      await Promise.all([a, b, c].map(({ call }) => call.operation.finished));
      await new Promise((resolve) => setImmediate(resolve));
    });
    for (const [name, { seen }] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const all = ['work', 'abort', 'onTimeout', 'fallback', 'onLate', 'continuation'];
      expect(seen).toEqual(Object.fromEntries(all.map((place) => [place, name])));
    }
    const all = ['work', 'abort', 'onTimeout', 'onLate', 'continuation'];
    expect(c.seen).toEqual(Object.fromEntries(all.map((place) => [place, 'c'])));
  });

  test('cancelled by somebody: the abort is in the canceller’s store, the continuation in the caller’s', async () => {
    const a = start('a', { runtime, timeout: 60_000 });
    const b = start('b', { runtime, timeout: 60_000 });
    storage.run('canceller', () => {
      a.call.cancel();
      b.call.cancel();
      // Synchronously: before cancel has returned.
      expect([a.seen.abort, b.seen.abort]).toEqual(['canceller', 'canceller']);
    });
    await Promise.all([a.done, b.done]);
    expect(a.seen).toEqual({ work: 'a', abort: 'canceller', continuation: 'a' });
    expect(b.seen).toEqual({ work: 'b', abort: 'canceller', continuation: 'b' });
  });

  test('aborted from outside: the abort is in the aborter’s store, the continuation in the caller’s', async () => {
    const controller = new AbortController();
    const a = start('a', { runtime, signal: controller.signal });
    const b = start('b', { runtime, signal: controller.signal });
    storage.run('aborter', () => {
      controller.abort('reason');
      expect([a.seen.abort, b.seen.abort]).toEqual(['aborter', 'aborter']);
    });
    await Promise.all([a.done, b.done]);
    expect(a.seen).toEqual({ work: 'a', abort: 'aborter', continuation: 'a' });
    expect(b.seen).toEqual({ work: 'b', abort: 'aborter', continuation: 'b' });
  });

  test('decoded one after the other: each in its own store, whoever brought the response', async () => {
    const answers: (() => void)[] = [];
    const decoded: [number, string | undefined][] = [];
    const calls = ['a', 'b'].map((name, index) =>
      storage.run(name, () =>
        timed(() => new Promise<number>((resolve) => answers.push(() => resolve(index))), {
          timeout: 60_000,
          runtime,
          decode: async (response) => {
            decoded.push([response, storage.getStore()]);
            await null;
            decoded.push([response, storage.getStore()]);
            return response;
          },
        }),
      ),
    );
    storage.run('socket', () => {
      for (const answer of answers) answer();
    });
    await Promise.all(calls);
    expect(decoded).toEqual([
      [0, 'a'],
      [1, 'b'],
      [0, 'a'],
      [1, 'b'],
    ]);
  });

  test('late by a cancel: onLate runs in the caller’s store', async () => {
    let answer: () => void = () => {};
    const work = () =>
      new Promise<number>((resolve) => {
        answer = () => resolve(1);
      });
    const a = start('a', { runtime, timeout: 60_000 }, work);
    storage.run('canceller', () => a.call.cancel());
    await a.done;
    storage.run('somebody else', answer);
    await a.call.operation.finished;
    await new Promise((resolve) => setImmediate(resolve));
    expect(a.seen.onLate).toBe('a');
  });

  test('without any store the callbacks have none, although another’s timer wakes them', async () => {
    const seen: (string | undefined)[] = [];
    const first = start('a', { runtime, timeout: 10 });
    const call = timed(pending, { timeout: 10, runtime, onTimeout: () => seen.push(storage.getStore()) });
    await call.catch(() => {});
    await first.done;
    seen.push(storage.getStore());
    expect(seen).toEqual([undefined, undefined]);
  });
});
