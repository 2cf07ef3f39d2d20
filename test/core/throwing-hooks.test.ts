import { createRuntime, type Observer, TimedOperation, timed } from 'timed-operation';
import { describe, expect, test, vi } from 'vitest';

const pending = () => new Promise<never>(() => {});
const thrower = (name: string) => () => {
  throw new Error(name);
};

/** A runtime whose observer keeps what its hooks threw; everything it hears throws as well, if asked. */
function watched(observer: Observer = {}) {
  const reported: string[] = [];
  const runtime = createRuntime({
    observer: { ...observer, hookError: (error) => reported.push((error as Error).message) },
  });
  return { runtime, reported };
}

test('onTimeout that throws is reported, and fallback and completion follow all the same', async () => {
  const { runtime, reported } = watched();
  const order: string[] = [];
  const call = timed(
    ({ signal }) => {
      signal.addEventListener('abort', () => order.push('abort'));
      return pending();
    },
    {
      timeout: 5,
      runtime,
      onTimeout: () => {
        order.push('onTimeout');
        throw new Error('onTimeout');
      },
      fallback: () => order.push('fallback'),
    },
  );
  await expect(call).resolves.toBe(3);
  expect(order).toEqual(['abort', 'onTimeout', 'fallback']);
  expect(reported).toEqual(['onTimeout']);
  expect(call.operation.outcome).toBe('timedOut');
});

test('onTimeout that rejects is reported, and nothing waits for it', async () => {
  const { runtime, reported } = watched();
  const onTimeout = async () => thrower('later')();
  await expect(timed(pending, { timeout: 5, runtime, onTimeout })).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported).toEqual(['later']);
});

test('a fallback that throws is what the call rejects with; the outcome stays timedOut', async () => {
  const { runtime, reported } = watched();
  for (const timeout of [0, 5]) {
    const call = timed(pending, { timeout, runtime, fallback: thrower('fallback') });
    await expect(call).rejects.toThrow('fallback');
    expect(call.operation.outcome).toBe('timedOut');
    expect(call.operation.reason).toMatchObject({ code: 'ERR_TIMED_OUT' });
  }
  expect(reported).toEqual([]);
});

test('a decode that throws or rejects fails the call with that error, and no hook is to blame', async () => {
  const { runtime, reported } = watched();
  for (const decode of [thrower('decode'), async () => thrower('decode')()]) {
    const call = timed(() => 1, { timeout: 60_000, runtime, decode });
    await expect(call).rejects.toThrow('decode');
    expect(call.operation.outcome).toBe('failed');
  }
  expect(reported).toEqual([]);
  expect(runtime.scheduler.armed).toBe(0);
});

test('onLate that throws is reported, and disposal follows all the same', async () => {
  const { runtime, reported } = watched();
  const dispose = vi.fn(thrower('dispose'));
  let answer: (value: unknown) => void = () => {};
  const call = timed(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    { timeout: 5, runtime, onLate: thrower('onLate'), disposeLate: true },
  );
  await expect(call).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
  answer({ [Symbol.dispose]: dispose });
  await call.operation.finished;
  await new Promise((resolve) => setImmediate(resolve));
  expect(dispose).toHaveBeenCalledOnce();
  expect(reported).toEqual(['onLate', 'dispose']);
});

test('an observer that throws in everything changes no outcome, and hears of its own errors', async () => {
  const { runtime, reported } = watched({ start: thrower('start'), decide: thrower('decide'), late: thrower('late') });
  await expect(timed(async () => 'value', { timeout: 60_000, runtime })).resolves.toBe('value');
  await expect(timed(pending, { timeout: 5, runtime })).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
  const cancelled = timed(pending, { timeout: 60_000, runtime });
  cancelled.catch(() => {});
  expect(cancelled.cancel()).toBe(true);
  await expect(timed(pending, { runtime, timeout: Number.NaN })).rejects.toThrow(TypeError);
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported.filter((name) => name === 'start')).toHaveLength(4);
  expect(reported.filter((name) => name === 'decide')).toHaveLength(4);
  expect(runtime.scheduler.armed).toBe(0);
});

test('a slow or throwing hook of one operation neither breaks nor reorders the decisions of the others', async () => {
  const { runtime, reported } = watched();
  const seen: (string | undefined)[][] = [];
  const all: { operation: { outcome: string | undefined } }[] = [];
  const calls = Array.from({ length: 5 }, () =>
    timed(pending, {
      timeout: 10,
      runtime,
      onTimeout() {
        seen.push(all.map(({ operation }) => operation.outcome));
        throw new Error('onTimeout');
      },
    }),
  );
  all.push(...calls);
  const { at } = calls[0]!.operation.deadline;
  for (const call of calls) expect(call.operation.deadline.at - at).toBeLessThan(60_000);
  // Past all their deadlines at once, so that one wake finds them all.
  while (runtime.clock.now() < at + 10);
  await Promise.allSettled(calls);
  expect(seen).toEqual(Array.from({ length: 5 }, () => Array(5).fill('timedOut')));
  expect(reported).toEqual(Array(5).fill('onTimeout'));
});

describe('hooks of the primitive', () => {
  test('that all throw keep the order of a timeout: node, transport, completion', async () => {
    const { runtime, reported } = watched();
    const order: string[] = [];
    const hook = (name: string) => () => {
      order.push(name);
      throw new Error(name);
    };
    const operation = new TimedOperation(
      runtime,
      {
        recordTimeout: hook('recordTimeout'),
        cancelOperation: hook('cancelOperation'),
        timedOut: hook('timedOut'),
        complete: hook('complete'),
        late: hook('late'),
      },
      undefined,
    );
    const promise = operation.promise();
    operation.submit(() => {});
    operation.arm(5);
    await expect(promise).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
    expect(operation.respond('late')).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['recordTimeout', 'cancelOperation', 'timedOut', 'complete', 'late']);
    expect(reported).toEqual(order);
  });

  test('cancelOperation and cancelDecoding that throw leave a cancel a cancel', async () => {
    const { runtime, reported } = watched();
    const hooks = {
      cancelOperation: thrower('cancelOperation'),
      cancelDecoding: thrower('cancelDecoding'),
      decode: pending,
    };
    const waiting = new TimedOperation(runtime, hooks, undefined);
    waiting.submit(() => {});
    expect(waiting.cancel()).toBe(true);
    const decoding = new TimedOperation(runtime, hooks, undefined);
    decoding.submit(() => {});
    decoding.respond(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(decoding.cancel()).toBe(true);
    expect(reported).toEqual(['cancelOperation', 'cancelDecoding']);
    for (const { promise } of [waiting, decoding].map((operation) => ({ promise: operation.promise() }))) {
      await expect(promise).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    }
  });

  test('decodeTimeout that throws or gives no limit is reported, and the decode goes on without one', async () => {
    const { runtime, reported } = watched();
    for (const decodeTimeout of [() => Number.NaN, thrower('decodeTimeout')]) {
      let decoded: (value: number) => void = () => {};
      const decode = () =>
        new Promise<number>((resolve) => {
          decoded = resolve;
        });
      const hooks = { decode, decodeTimeout: decodeTimeout as () => number };
      const operation = new TimedOperation<number>(runtime, hooks, undefined);
      const promise = operation.promise();
      operation.submit(() => {});
      operation.respond(1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(runtime.scheduler.armed).toBe(0);
      decoded(2);
      await expect(promise).resolves.toBe(2);
    }
    expect(reported).toEqual([expect.stringContaining('decodeTimeout'), 'decodeTimeout']);
  });
});
