import { getEventListeners } from 'node:events';
import {
  isCancelledError,
  type LateOutcome,
  type TimedContext,
  TimedOperation,
  type TimedOptions,
  type TimedPromise,
  timed,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it, vi } from 'vitest';
import { hold, never, reasonOf } from '../problems/reason-of.ts';
import { spiedSignal } from './support/spied-signal.ts';
import { watch } from './support/watch.ts';

// What abort-controller-x's own tests of single works check, in the order of docs/reference/peer-tests.md.

const ABORT_ERROR = { status: 'rejected', reason: { name: 'AbortError' } };

it('AbortError 1: the guard takes anything, and knows what a cancel rejects with', async () => {
  for (const other of [{}, undefined, null, new Error('other')]) expect(isCancelledError(other)).toBe(false);
  const call = timed(never, {});
  call.cancel();
  expect(isCancelledError(await reasonOf(call))).toBe(true);
});

it('AbortError 2: a work may ask whether its call still waits, and then throws', async () => {
  let context: TimedContext | undefined;
  const controller = new AbortController();
  const call = timed(
    (given) => {
      context = given;
      return never();
    },
    { signal: controller.signal },
  );
  expect(() => context?.throwIfExpired()).not.toThrow();
  controller.abort();
  expect(() => context?.throwIfExpired()).toThrow(controller.signal.reason);
  expect(await reasonOf(call)).toBe(controller.signal.reason);
});

describe('under a signal', () => {
  it.each([
    ['abortable 1', 'a promise', never()],
    ['forever 1', 'a work', never],
  ])('%s: %s that never ends is pending until the abort; one listener came and went', async (_, __, endless) => {
    const runtime = new ManualRuntime();
    const { controller, signal, counts } = spiedSignal();
    const result = watch(timed(endless, { signal, runtime }));
    await runtime.settle();
    expect(result()).toBeUndefined();
    controller.abort();
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(counts()).toEqual([1, 1]);
  });

  it('abortable 2: that is aborted already a promise loses to it, though it has failed, and no listener is added', async () => {
    const runtime = new ManualRuntime();
    const { controller, signal, counts } = spiedSignal();
    controller.abort();
    const result = watch(timed(Promise.reject(new Error('its own')), { signal, runtime }));
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(counts()).toEqual([0, 0]);
  });
});

type Executor<Value> = (
  resolve: (value: Value) => void,
  reject: (reason: unknown) => void,
) => () => void | PromiseLike<void>;

/** Its `execute`: what the executor returns is called on an abort, and the work ends when that has. */
function execute<Value>(
  executor: Executor<Value>,
  limits: Pick<TimedOptions, 'signal' | 'onLate' | 'runtime'>,
): TimedPromise<Value> {
  const work = ({ signal }: TimedContext): Promise<Value> =>
    new Promise((resolve, reject) => {
      const callback = executor(resolve, reject);
      const end = async (): Promise<void> => callback();
      signal.addEventListener('abort', () => end().then(() => reject(signal.reason), reject));
    });
  return timed(work, limits);
}

describe('a promise made by an executor that returns what an abort is to do', () => {
  function begin(callback: () => void | PromiseLike<void> = () => {}) {
    const runtime = new ManualRuntime();
    const spied = spiedSignal();
    const onAbort = vi.fn(callback);
    const late: LateOutcome[] = [];
    const settle = { resolve: (_: string): void => {}, reject: (_: unknown): void => {} };
    const executor: Executor<string> = (resolve, reject) => {
      Object.assign(settle, { resolve, reject });
      return onAbort;
    };
    const onLate = (outcome: LateOutcome) => late.push(outcome);
    return { runtime, ...spied, onAbort, late, settle, executor, limits: { signal: spied.signal, runtime, onLate } };
  }

  it.each([
    ['execute 1', 'resolve', { status: 'fulfilled', value: 'test' }],
    ['execute 5', 'reject', { status: 'rejected', reason: 'test' }],
  ] as const)('%s: and does %s at once is done: a later abort is nothing to it', async (_, how, expected) => {
    const { runtime, controller, counts, onAbort, limits } = begin();
    const executor: Executor<string> = (resolve, reject) => {
      ({ resolve, reject })[how]('test');
      return onAbort;
    };
    const result = watch(execute(executor, limits));
    await runtime.settle();
    expect(result()).toEqual(expected);
    controller.abort();
    await runtime.settle();
    expect(onAbort).not.toHaveBeenCalled();
    // A promise is heard a microtask later, so there was something to listen for.
    expect(counts()).toEqual([1, 1]);
  });

  it.each([
    ['execute 2', 'resolve', 'respond', { status: 'fulfilled', value: 'test' }],
    ['execute 6', 'reject', 'fail', { status: 'rejected', reason: 'test' }],
  ] as const)(
    '%s: and does %s in the turn of an abort loses; told to its operation by %s it wins',
    async (_, how, tell, expected) => {
      const { runtime, controller, settle, executor, onAbort, limits } = begin();
      const result = watch(execute(executor, limits));
      settle[how]('test');
      controller.abort();
      await runtime.settle();
      expect(result()).toMatchObject(ABORT_ERROR);
      expect(onAbort).toHaveBeenCalledTimes(1);

      const operation = new TimedOperation<string>(runtime, { cancelOperation: onAbort }, undefined);
      operation.submit(() => {});
      const told = watch(operation.promise());
      operation[tell]('test');
      expect(operation.cancel()).toBe(false);
      await runtime.settle();
      expect(told()).toEqual(expected);
      expect(onAbort).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['execute 3', 'resolve'],
    ['execute 7', 'reject'],
  ] as const)(
    '%s: and is aborted before it does %s rejects with the abort, its callback called once',
    async (_, how) => {
      const { runtime, controller, counts, settle, executor, onAbort, limits } = begin();
      const result = watch(execute(executor, limits));
      controller.abort();
      settle[how]('test');
      await runtime.settle();
      expect(result()).toMatchObject(ABORT_ERROR);
      expect(onAbort).toHaveBeenCalledTimes(1);
      expect(counts()).toEqual([1, 1]);
    },
  );

  it('execute 4: is not begun when its signal is aborted already', async () => {
    const { runtime, controller, counts, limits } = begin();
    const executor = vi.fn<Executor<string>>(() => () => {});
    controller.abort();
    const result = watch(execute(executor, limits));
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(executor).not.toHaveBeenCalled();
    expect(counts()).toEqual([0, 0]);
  });

  it('execute 8: whose callback takes its time lets the caller go at once; its end is `finished`', async () => {
    const cleaning = hold<void>();
    const { runtime, controller, counts, onAbort, executor, limits } = begin(() => cleaning.promise);
    const call = execute(executor, limits);
    const result = watch(call);
    const finished = watch(call.operation.finished);
    controller.abort();
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(finished()).toBeUndefined();
    cleaning.resolve();
    await runtime.settle();
    expect(finished()).toMatchObject({ status: 'fulfilled' });
    expect(onAbort).toHaveBeenCalledTimes(1);
    expect(counts()).toEqual([1, 1]);
  });

  it('execute 9: whose callback fails still rejects with the abort; the failure is told to onLate', async () => {
    const { runtime, controller, counts, onAbort, late, executor, limits } = begin(() => Promise.reject('test'));
    const result = watch(execute(executor, limits));
    controller.abort();
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(late).toEqual([{ stage: 'response', status: 'rejected', reason: 'test' }]);
    expect(onAbort).toHaveBeenCalledTimes(1);
    expect(counts()).toEqual([1, 1]);
  });
});

describe('an event that is waited for', () => {
  /** Its `waitForEvent`. */
  function nextEvent(target: EventTarget, type: string, limits: Pick<TimedOptions, 'signal' | 'runtime'>) {
    const work = ({ signal }: TimedContext) =>
      new Promise<Event>((resolve) => target.addEventListener(type, resolve, { once: true, signal }));
    return timed(work, limits);
  }

  it('waitForEvent 1: is no longer listened for after an abort', async () => {
    const runtime = new ManualRuntime();
    const { controller, signal, counts } = spiedSignal();
    const target = new EventTarget();
    const result = watch(nextEvent(target, 'test', { signal, runtime }));
    expect(getEventListeners(target, 'test')).toHaveLength(1);
    controller.abort();
    await runtime.settle();
    expect(result()).toMatchObject(ABORT_ERROR);
    expect(getEventListeners(target, 'test')).toHaveLength(0);
    expect(counts()).toEqual([1, 1]);
  });

  it('waitForEvent 2: is the value, and is no longer listened for', async () => {
    const runtime = new ManualRuntime();
    const { signal, counts } = spiedSignal();
    const target = new EventTarget();
    const result = watch(nextEvent(target, 'test', { signal, runtime }));
    target.dispatchEvent(new Event('test'));
    await runtime.settle();
    expect(result()).toMatchObject({ status: 'fulfilled', value: { type: 'test' } });
    expect(getEventListeners(target, 'test')).toHaveLength(0);
    expect(counts()).toEqual([1, 1]);
  });
});
