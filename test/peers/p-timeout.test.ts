import { setTimeout as wait } from 'node:timers/promises';
import { isTimeoutError, type TimedContext, TimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { never, reasonOf } from '../problems/reason-of.ts';
import { failLater, later } from './support/later.ts';
import { spiedSignal } from './support/spied-signal.ts';

// What p-timeout's own tests check, in the order of docs/reference/peer-tests.md. Its `milliseconds` is our limit.

it('p-timeout 1: a promise that answers within the limit gives its value', async () => {
  const runtime = new ManualRuntime();
  expect(await runtime.run(timed(later(runtime, 50, 'value'), { timeout: 200, runtime }))).toBe('value');
});

it.each([
  ['p-timeout 2', 'a string', '200'],
  ['p-timeout 3', 'a negative number', -1],
  ['p-timeout 4', 'NaN', Number.NaN],
])('%s: a limit that is %s is a TypeError, as a rejection', async (_, __, limit) => {
  expect(await reasonOf(timed(wait(1), limit as number))).toBeInstanceOf(TypeError);
});

it('p-timeout 5: an infinite limit is none', async () => {
  const runtime = new ManualRuntime();
  const call = timed(later(runtime, 50, 'value'), { timeout: Number.POSITIVE_INFINITY, runtime });
  expect(await runtime.run(call)).toBe('value');
});

it('p-timeout 6: a promise that is slower than the limit rejects with a TimeoutError, at the limit', async () => {
  const runtime = new ManualRuntime();
  const error = await runtime.run(reasonOf(timed(later(runtime, 200, 'value'), { timeout: 50, runtime })));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(runtime.now).toBe(50);
});

it('p-timeout 7: a timeout can be made to fulfil with undefined, by a fallback that returns it', async () => {
  const runtime = new ManualRuntime();
  const call = timed(later(runtime, 200, 'value'), { timeout: 50, fallback: () => undefined, runtime });
  expect(await runtime.run(call)).toBeUndefined();
});

it('p-timeout 8: a promise that fails within the limit rejects with its own error', async () => {
  const runtime = new ManualRuntime();
  const error = new Error('its own');
  expect(await runtime.run(reasonOf(timed(failLater(runtime, 50, error), { timeout: 200, runtime })))).toBe(error);
});

it('p-timeout 9: an error instead of the timeout’s, given or made, is what a fallback throws or rejects with', async () => {
  const own = new RangeError('own');
  const throwing = () => {
    throw own;
  };
  const rejecting = () => Promise.reject(own);
  for (const fallback of [throwing, rejecting]) {
    const call = timed(never, { timeout: 5, fallback });
    expect(await reasonOf(call)).toBe(own);
    expect(call.operation.outcome).toBe('timedOut');
  }
});

it('p-timeout 10: the `cancel` of a promise is called at the timeout by an onTimeout that does so', async () => {
  const runtime = new ManualRuntime();
  const cancelled: string[] = [];
  const cancellable = Object.assign(never(), { cancel: () => cancelled.push('by the user’s hook') });
  const plain = Object.assign(never(), { cancel: () => cancelled.push('by itself') });
  const calls = [
    timed(plain, { timeout: 50, runtime }),
    timed(cancellable, { timeout: 50, onTimeout: () => cancellable.cancel(), runtime }),
  ];
  const errors = await runtime.run(Promise.all(calls.map(reasonOf)));
  expect(errors.map(isTimeoutError)).toEqual([true, true]);
  expect(cancelled).toEqual(['by the user’s hook']);
});

it('p-timeout 11: the time of a call is in the hands of its runtime: armed for its limit, disarmed by its answer', async () => {
  const runtime = new ManualRuntime();
  let answer: (value: string) => void = () => {};
  const work = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  const call = timed(work, { timeout: 123, runtime });
  expect([runtime.armed, runtime.scheduler.next]).toEqual([1, 123]);
  answer('value');
  await runtime.run(call);
  expect(runtime.armed).toBe(0);
});

/** What `.clear()` is there: the limit is lifted, from outside the work. */
function clearable<Value>(runtime: ManualRuntime, promise: Promise<Value>, timeout: number) {
  let clear = (): void => {};
  const work = (context: TimedContext): Promise<Value> => {
    clear = () => void context.extend(Number.POSITIVE_INFINITY);
    return promise;
  };
  const call = timed(work, { timeout, runtime });
  return { call, clear: () => clear() };
}

it.each([
  ['p-timeout 12', 'once', 1],
  ['p-timeout 13', 'any number of times', 3],
])('%s: a limit that is lifted %s by extend(Infinity) no longer ends the call', async (_, __, times) => {
  const runtime = new ManualRuntime();
  const { call, clear } = clearable(runtime, later(runtime, 300, 'value'), 200);
  for (let time = 0; time < times; time++) clear();
  expect(await runtime.run(call)).toBe('value');
  expect(runtime.now).toBe(300);
});

it('p-timeout 14: a fallback gives the value instead', async () => {
  const runtime = new ManualRuntime();
  const call = timed(later(runtime, 200, 'value'), { timeout: 50, fallback: () => 'instead', runtime });
  expect(await runtime.run(call)).toBe('instead');
});

it.each([
  ['p-timeout 15', 'a signal that aborts', 2_000, false],
  ['p-timeout 16', 'a signal that is aborted already', 2_000, true],
  ['p-timeout 17', 'an aborted signal, with an infinite limit,', Number.POSITIVE_INFINITY, true],
])('%s: %s rejects with its DOMException, an AbortError', async (_, __, timeout, before) => {
  const runtime = new ManualRuntime();
  const controller = new AbortController();
  if (before) controller.abort();
  const call = timed(later(runtime, 3_000, 'value'), { timeout, signal: controller.signal, runtime });
  controller.abort();
  const error = await runtime.run(reasonOf(call));
  expect(error).toBeInstanceOf(DOMException);
  expect(error).toMatchObject({ name: 'AbortError' });
});

it.each([
  ['p-timeout 18', 'fulfilled', (runtime: ManualRuntime) => later(runtime, 50, 'value')],
  ['p-timeout 19', 'rejected', (runtime: ManualRuntime) => failLater(runtime, 50, new Error('its own'))],
])('%s: after a promise that %s its listener goes from the signal, at the end of the turn', async (_, __, begin) => {
  const runtime = new ManualRuntime();
  const { signal, counts } = spiedSignal();
  const call = timed<string>(begin(runtime), { timeout: 100, signal, runtime });
  await runtime.run(call.catch(() => {}));
  await runtime.settle();
  expect(counts()).toEqual([1, 1]);
});

it('p-timeout 20: the stack of a promise’s own error has whoever awaited the call', async () => {
  const awaited = async (): Promise<void> => {
    const failing = async (): Promise<never> => {
      await wait(1);
      throw new Error('its own');
    };
    await timed(failing(), 100);
  };
  const error = (await reasonOf(awaited())) as Error;
  expect(error.message).toBe('its own');
  expect(error.stack).toContain('awaited');
});
