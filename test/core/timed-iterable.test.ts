import { getEventListeners } from 'node:events';
import { CancelledError, Deadline, type LateOutcome, TimeoutError, timed, timedIterable } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it, vi } from 'vitest';
import { ScriptedSource, sleep } from './support/scripted-source.ts';

const item = (ms: number, value: string) => ({ ms, item: value });
const silence = { ms: 0, never: true };

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const each of items) all.push(each);
  return all;
}

/** What a promise rejects with. */
async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it fulfilled'),
    (error: unknown) => error,
  );
}

describe('an iteration without trouble', () => {
  it('gives the items of the source, in order, and its return value', async () => {
    const runtime = new ManualRuntime();
    const items = timedIterable(
      (async function* () {
        yield 1;
        yield 2;
        return 'end';
      })(),
      { idle: 10, runtime },
    );
    expect(await runtime.run(items.next())).toEqual({ done: false, value: 1 });
    expect(await runtime.run(items.next())).toEqual({ done: false, value: 2 });
    expect(await runtime.run(items.next())).toEqual({ done: true, value: 'end' });
    expect(await items.next()).toEqual({ done: true, value: undefined });
    expect(runtime.armed).toBe(0);
  });

  it('asks for an item only when the consumer does, and never for two at once', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(3, 'a'), item(3, 'b'), item(3, 'c')]);
    const items = timedIterable(source, { idle: 10, runtime });
    const all = Promise.all([items.next(), items.next(), items.next()]);
    await runtime.settle();
    expect(source.asked).toBe(1);
    expect((await runtime.run(all)).map(({ value }) => value)).toEqual(['a', 'b', 'c']);
    expect(source.mostInFlight).toBe(1);
    await runtime.advanceAsync(100);
    expect(source.asked).toBe(3);
  });

  it('does not count the time the consumer takes for an item as silence', async () => {
    const runtime = new ManualRuntime();
    const items = timedIterable(new ScriptedSource(runtime, [item(4, 'a'), item(4, 'b'), { ms: 4 }]), {
      idle: 5,
      runtime,
    });
    const consume = async () => {
      for await (const _ of items) await sleep(runtime, 1_000);
      return runtime.now;
    };
    expect(await runtime.run(consume())).toBe(2_012);
  });

  it('passes the error of the source on as it is, and does not end a source that failed', async () => {
    const runtime = new ManualRuntime();
    const error = new Error('the line broke');
    const source = new ScriptedSource(runtime, [item(1, 'a'), { ms: 1, error }]);
    const items = timedIterable(source, { idle: 10, runtime });
    await runtime.run(items.next());
    expect(await runtime.run(reasonOf(items.next()))).toBe(error);
    expect(source.returned).toBe(0);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('lets whoever breaks off wait for the source to end, and hear how that failed', async () => {
    const ended: string[] = [];
    const source = (async function* () {
      try {
        yield 1;
      } finally {
        await Promise.resolve();
        ended.push('closed');
      }
    })();
    for await (const _ of timedIterable(source, { idle: 1_000 })) break;
    expect(ended).toEqual(['closed']);

    const failing = (async function* () {
      try {
        yield 1;
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: what is tested
        throw new Error('close failed');
      }
    })();
    const leave = async () => {
      for await (const _ of timedIterable(failing, { idle: 1_000 })) break;
    };
    await expect(leave()).rejects.toThrow('close failed');
  });
});

describe('at a limit', () => {
  it('a silent source times out after `idle`, and is ended without anybody waiting for that', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(4, 'a'), silence]);
    const end = vi.spyOn(source, 'return').mockReturnValue(new Promise(() => {}));
    const items = timedIterable(source, { idle: 5, runtime, name: 'lines' });
    expect(await runtime.run(items.next())).toEqual({ done: false, value: 'a' });
    const error = await runtime.run(reasonOf(items.next()));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ kind: 'idle', limitMs: 5, elapsedMs: 5, operation: 'lines' });
    expect(runtime.now).toBe(9);
    expect(end).toHaveBeenCalledTimes(1);
    expect(await items.next()).toEqual({ done: true, value: undefined });
    expect(source.asked).toBe(2);
    expect(runtime.armed).toBe(0);
  });

  it('the rejection of an end that nobody waits for is no unhandled rejection', async () => {
    const runtime = new ManualRuntime();
    for (const end of [() => Promise.reject(new Error('late')), () => expect.fail('at once')]) {
      const source = new ScriptedSource(runtime, [silence]);
      source.return = end;
      expect(await runtime.run(reasonOf(timedIterable(source, { idle: 5, runtime }).next()))).toBeInstanceOf(
        TimeoutError,
      );
    }
    await runtime.settle();
  });

  it('`timeout` bounds the whole from the call on, and says so', async () => {
    const runtime = new ManualRuntime();
    const items = timedIterable(new ScriptedSource(runtime, [item(4, 'a'), item(4, 'b'), item(4, 'c')]), {
      timeout: 10,
      runtime,
    });
    const seen: string[] = [];
    const consume = async () => {
      for await (const each of items) seen.push(each);
    };
    const error = await runtime.run(reasonOf(consume()));
    expect(seen).toEqual(['a', 'b']);
    expect(error).toMatchObject({ kind: 'timeout', limitMs: 10, elapsedMs: 10, lateByMs: 0 });
    expect(runtime.now).toBe(10);
  });

  it('a `deadline` bounds the whole, and the nearest limit wins', async () => {
    const runtime = new ManualRuntime();
    const deadline = Deadline.after(7, runtime.clock);
    const items = timedIterable(new ScriptedSource(runtime, [item(4, 'a'), silence]), {
      deadline,
      idle: 6,
      timeout: 50,
      runtime,
    });
    await runtime.run(items.next());
    expect(await runtime.run(reasonOf(items.next()))).toMatchObject({ kind: 'deadline', limitMs: 7 });
    expect(runtime.now).toBe(7);
  });

  it('a limit that passed while the consumer was busy refuses the next step, and the source is not asked', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(1, 'a'), item(1, 'b')]);
    const items = timedIterable(source, { timeout: 10, runtime });
    await runtime.run(items.next());
    await runtime.advanceAsync(20);
    expect(await runtime.run(reasonOf(items.next()))).toMatchObject({ kind: 'timeout', lateByMs: 11 });
    expect(source).toMatchObject({ asked: 1, returned: 1 });
  });

  it('an item that comes after its step was given up goes to onLate, once and as it is', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const source = new ScriptedSource(runtime, [item(8, 'a')]);
    const items = timedIterable(source, { idle: 5, runtime, onLate: (outcome) => late.push(outcome) });
    await runtime.run(reasonOf(items.next()));
    await runtime.advanceAsync(100);
    expect(late).toEqual([{ stage: 'response', status: 'fulfilled', value: 'a' }]);
  });

  it('a source that ends after its step was given up is no late outcome', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const items = timedIterable(new ScriptedSource(runtime, [{ ms: 8 }]), {
      idle: 5,
      runtime,
      onLate: (outcome) => late.push(outcome),
    });
    await runtime.run(reasonOf(items.next()));
    await runtime.advanceAsync(100);
    expect(late).toEqual([]);
  });
});

describe('given up', () => {
  it('an abort rejects the pending step with its own reason, ends the source, and leaves no listener', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [silence]);
    const controller = new AbortController();
    const items = timedIterable(source, { idle: 50, signal: controller.signal, runtime });
    const next = reasonOf(items.next());
    controller.abort('enough');
    expect(await runtime.run(next)).toBe('enough');
    expect(source.returned).toBe(1);
    await runtime.settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(runtime).toMatchObject({ armed: 0, listeners: 0 });
  });

  it('an abort while the consumer is busy refuses the next step', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(1, 'a'), item(1, 'b')]);
    const controller = new AbortController();
    const items = timedIterable(source, { signal: controller.signal, runtime });
    await runtime.run(items.next());
    controller.abort('enough');
    expect(await runtime.run(reasonOf(items.next()))).toBe('enough');
    expect(source).toMatchObject({ asked: 1, returned: 1 });
  });

  it('a call around it bounds it by `within`', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(4, 'a'), item(4, 'b'), item(4, 'c')]);
    let seen = 0;
    const outer = timed(
      async (context) => {
        for await (const _ of timedIterable(source, { idle: 100, within: context })) seen++;
      },
      { timeout: 10, runtime },
    );
    expect(await runtime.run(reasonOf(outer))).toBe(outer.operation.reason);
    await runtime.settle();
    expect(seen).toBe(2);
    expect(source.returned).toBe(1);
  });

  it('return() releases a step that is pending, ends the source and disarms', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [silence]);
    const items = timedIterable(source, { idle: 50, runtime });
    const next = items.next();
    await runtime.settle();
    expect(runtime.armed).toBe(1);
    expect(await runtime.run(items.return())).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(source.returned).toBe(1);
    expect(runtime.armed).toBe(0);
  });

  it('whoever leaves a source that does not end is let go at the limit', async () => {
    const runtime = new ManualRuntime();
    const source = new ScriptedSource(runtime, [item(1, 'a')]);
    source.return = () => new Promise(() => {});
    const items = timedIterable(source, { idle: 5, runtime });
    await runtime.run(items.next());
    expect(await runtime.run(items.return())).toEqual({ done: true, value: undefined });
    expect(runtime.now).toBe(6);
  });

  it('leaving the scope of `using` or `await using` ends the source', async () => {
    const runtime = new ManualRuntime();
    const sources = [new ScriptedSource(runtime, [silence]), new ScriptedSource(runtime, [silence])] as const;
    const steps: Promise<unknown>[] = [];
    {
      using items = timedIterable(sources[0], { idle: 50, runtime });
      steps.push(items.next());
    }
    const scope = async () => {
      await using items = timedIterable(sources[1], { idle: 50, runtime });
      steps.push(items.next());
    };
    await runtime.run(scope());
    await runtime.run(Promise.all(steps));
    expect(sources.map(({ returned }) => returned)).toEqual([1, 1]);
    expect(runtime.armed).toBe(0);
  });

  it('a step cancelled by nobody but its consumer does not show a CancelledError', async () => {
    const runtime = new ManualRuntime();
    const items = timedIterable(new ScriptedSource(runtime, [silence]), { runtime });
    const next = items.next();
    await runtime.run(items.return());
    await expect(next).resolves.not.toBeInstanceOf(CancelledError);
  });
});

describe('a web stream', () => {
  function streamOf(pull: (controller: ReadableStreamDefaultController<string>) => void | Promise<void>) {
    const cancelled: unknown[] = [];
    const stream = new ReadableStream<string>(
      { pull, cancel: (reason) => void cancelled.push(reason) },
      { highWaterMark: 0 },
    );
    return { stream, cancelled };
  }

  it('is read item by item, and its lock given back at the end', async () => {
    let count = 0;
    const { stream, cancelled } = streamOf((controller) => {
      if (++count === 3) controller.close();
      else controller.enqueue(`item ${count}`);
    });
    expect(await collect(timedIterable(stream, { idle: 1_000 }))).toEqual(['item 1', 'item 2']);
    expect(stream.locked).toBe(false);
    expect(cancelled).toEqual([]);
  });

  it('is cancelled at a limit, with the error as its reason, and its lock given back', async () => {
    const runtime = new ManualRuntime();
    const { stream, cancelled } = streamOf(() => new Promise(() => {}));
    const error = await runtime.run(reasonOf(timedIterable(stream, { idle: 5, runtime }).next()));
    expect(error).toBeInstanceOf(TimeoutError);
    await runtime.settle();
    expect(cancelled).toEqual([error]);
    expect(stream.locked).toBe(false);
  });

  it('that fails rejects the step with its error, and its lock is given back', async () => {
    const error = new Error('reset');
    const { stream } = streamOf((controller) => controller.error(error));
    expect(await reasonOf(timedIterable(stream, { idle: 1_000 }).next())).toBe(error);
    expect(stream.locked).toBe(false);
  });

  it('is cancelled when its consumer breaks off', async () => {
    const { stream, cancelled } = streamOf((controller) => controller.enqueue('item'));
    for await (const _ of timedIterable(stream, { idle: 1_000 })) break;
    expect(cancelled).toHaveLength(1);
    expect(stream.locked).toBe(false);
  });
});

describe('a synchronous iterable', () => {
  const collectedBy = async (source: Iterable<unknown>): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const each of source) all.push(each);
    return all;
  };

  it.each<[string, () => Iterable<unknown>]>([
    ['an array', () => [1, 'two', null]],
    ['an array of promises', () => [Promise.resolve(1), 2]],
    ['a string', () => 'abc'],
    ['a set', () => new Set([1, 2])],
    [
      'a generator',
      function* () {
        yield 1;
        yield Promise.resolve(2);
        return 3;
      },
    ],
  ])('(%s) gives what `for await` would', async (_, make) => {
    const runtime = new ManualRuntime();
    const items = collect(timedIterable(make(), { idle: 10, runtime }));
    expect(await runtime.run(items)).toEqual(await collectedBy(make()));
  });

  it('has the limits hold for the promises in it, and is ended at one', async () => {
    const runtime = new ManualRuntime();
    const ended = vi.fn();
    const source = (function* () {
      try {
        yield 1;
        yield new Promise(() => {});
      } finally {
        ended();
      }
    })();
    const seen: unknown[] = [];
    const loop = (async () => {
      for await (const each of timedIterable(source, { idle: 10, runtime })) seen.push(each);
    })();
    expect(await runtime.run(reasonOf(loop))).toMatchObject({ kind: 'idle', limitMs: 10 });
    expect(seen).toEqual([1]);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('is ended when it is left, and by an item that rejects', async () => {
    const ended = vi.fn();
    const source = function* (...items: unknown[]) {
      try {
        yield* items;
      } finally {
        ended();
      }
    };
    for await (const _ of timedIterable(source(1, 2), { idle: 1000 })) break;
    expect(ended).toHaveBeenCalledTimes(1);
    const wrong = new Error('wrong');
    const items = timedIterable(source(Promise.reject(wrong), 2), { idle: 1000 });
    expect(await reasonOf(items.next())).toBe(wrong);
    expect(ended).toHaveBeenCalledTimes(2);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });
});

describe('wrong use', () => {
  it.each([
    ['a source that is neither', () => timedIterable({} as never, { idle: 5 }), '`source`'],
    [
      'a generator function that was not called',
      () => timedIterable(async function* () {} as never, { idle: 5 }),
      'call the function, and pass what it returns',
    ],
    ['no source', () => timedIterable(undefined as never, { idle: 5 }), '`source`'],
    [
      'an idle limit that is no number',
      () => timedIterable(new ScriptedSource(new ManualRuntime(), []), { idle: Number.NaN }),
      '`idle`',
    ],
    [
      'a timeout that is negative',
      () => timedIterable(new ScriptedSource(new ManualRuntime(), []), { timeout: -1 }),
      '`timeout`',
    ],
    [
      'a deadline that is none',
      () => timedIterable(new ScriptedSource(new ManualRuntime(), []), { deadline: 5 as never }),
      '`deadline`',
    ],
    [
      'a hook that is none',
      () => timedIterable(new ScriptedSource(new ManualRuntime(), []), { idle: 5, onLate: 5 as never }),
      '`onLate`',
    ],
    ['no options', () => timedIterable(new ScriptedSource(new ManualRuntime(), []), undefined as never), ''],
  ])('%s is a TypeError, as the rejection of the first step', async (_, make, named) => {
    const error = await reasonOf(make().next());
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(named);
  });

  it('does not step a source whose options are wrong', async () => {
    const source = new ScriptedSource(new ManualRuntime(), [item(0, 'a')]);
    await reasonOf(timedIterable(source, { idle: -1 }).next());
    expect(source.asked).toBe(0);
  });
});
