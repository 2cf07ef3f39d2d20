import { EventEmitter, getEventListeners } from 'node:events';
import { createRuntime, isCancelledError, type TimedContext, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test, vi } from 'vitest';

const pending = (): Promise<never> => new Promise(() => {});
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('a signal that is aborted already', () => {
  test.each([
    ['an error', new Error('door')],
    ['a string', 'door'],
    ['null', null],
    ['undefined by abort()', undefined],
  ])('with %s rejects with that very reason, the work not begun, nothing armed', async (_, reason) => {
    const runtime = createRuntime();
    const work = vi.fn();
    const onTimeout = vi.fn();
    const signal = AbortSignal.abort(reason);
    const call = timed(work, { timeout: 60_000, signal, runtime, onTimeout, fallback: 'instead' });
    expect(call.operation).toMatchObject({ outcome: 'cancelled', cancelSource: 'signal' });
    await expect(call.catch((thrown) => thrown)).resolves.toBe(signal.reason);
    expect(isCancelledError(call.operation.reason)).toBe(false);
    expect(work).not.toHaveBeenCalled();
    expect(onTimeout).not.toHaveBeenCalled();
    expect(runtime.scheduler).toMatchObject({ armed: 0, listeners: 0 });
    expect(listeners(signal)).toBe(0);
    await call.operation.finished;
  });

  test('of a parent does so too', async () => {
    let context: TimedContext | undefined;
    const outer = timed((given) => {
      context = given;
      return pending();
    }, 60_000);
    outer.catch(() => {});
    outer.cancel('over');
    const work = vi.fn();
    const inner = timed(work, { within: context });
    await expect(inner.catch((thrown) => thrown)).resolves.toBe(outer.operation.reason);
    expect(work).not.toHaveBeenCalled();
  });

  test('loses against nothing: the spent limit is not what it reports', async () => {
    const call = timed(pending, { timeout: 0, signal: AbortSignal.abort('door') });
    await expect(call.catch((thrown) => thrown)).resolves.toBe('door');
  });

  test('leaves a promise that was handed in subscribed, and its outcome to onLate', async () => {
    const late = vi.fn();
    const call = timed(Promise.reject(new Error('work')), { signal: AbortSignal.abort('door'), onLate: late });
    await call.catch(() => {});
    await nextTurn();
    expect(late).toHaveBeenCalledExactlyOnceWith({ stage: 'response', status: 'rejected', reason: new Error('work') });
  });
});

describe('one listener per external signal', () => {
  test('however many operations wait on it, and none after the turn in which the last is decided', async () => {
    const warning = vi.fn();
    process.on('warning', warning);
    const controller = new AbortController();
    const { signal } = controller;
    const runtime = createRuntime();
    const calls = Array.from({ length: 1_000 }, () => timed(pending, { timeout: 60_000, signal, runtime }));
    expect(listeners(signal)).toBe(1);
    expect(runtime.scheduler.listeners).toBe(1);
    const [last, ...others] = calls;
    for (const call of others) {
      call.catch(() => {});
      call.cancel();
    }
    await nextTurn();
    expect(listeners(signal)).toBe(1);
    last?.catch(() => {});
    last?.cancel();
    await nextTurn();
    expect(listeners(signal)).toBe(0);
    expect(runtime.scheduler).toMatchObject({ armed: 0, listeners: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('warning', warning);
    expect(warning).not.toHaveBeenCalled();
  });

  test('with options and without, of several runtimes and of several copies of an operation: still one', async () => {
    const { signal } = new AbortController();
    const runtimes = [createRuntime(), createRuntime(), new ManualRuntime()];
    const calls = runtimes.flatMap((runtime) => [
      timed(pending, { signal, runtime }),
      timed(pending(), { signal, runtime, timeout: 60_000, decode: (x) => x }),
    ]);
    expect(listeners(signal)).toBe(1);
    for (const call of calls) {
      call.catch(() => {});
      call.cancel();
    }
    await nextTurn();
    (runtimes[2] as ManualRuntime).advance(0);
    expect(listeners(signal)).toBe(0);
    for (const runtime of runtimes) expect(runtime.scheduler.listeners).toBe(0);
  });

  test.each([
    ['a response', async () => 1, {}],
    ['a synchronous response', () => 1, {}],
    ['a failure', async () => Promise.reject(new Error('work')), {}],
    ['a timeout', pending, { timeout: 5 }],
    ['a limit spent at the door', pending, { timeout: 0 }],
    ['a decode', async () => 1, { decode: async () => 2 }],
    ['a decode that fails', async () => 1, { decode: () => Promise.reject(new Error('decode')) }],
    ['a decode that times out', async () => 1, { decode: pending, decodeTimeout: 5 }],
  ] as [string, () => unknown, object][])('goes after %s', async (_, work, options) => {
    const { signal } = new AbortController();
    const runtime = createRuntime();
    await timed(work, { ...options, signal, runtime }).catch(() => {});
    await nextTurn();
    await nextTurn();
    expect(listeners(signal)).toBe(0);
    expect(runtime.scheduler).toMatchObject({ armed: 0, listeners: 0 });
  });

  test('is shared by sequential operations of one turn, and put back by one of a later turn', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    for (let index = 0; index < 100; index++) await timed(async () => index, { signal });
    expect(add).toHaveBeenCalledTimes(1);
    await nextTurn();
    expect(remove).toHaveBeenCalledTimes(1);
    await timed(async () => 1, { signal });
    expect(add).toHaveBeenCalledTimes(2);
    await nextTurn();
    expect(remove).toHaveBeenCalledTimes(2);
  });

  test('goes when it fires, and cancels all that wait, in their order', async () => {
    const controller = new AbortController();
    const order: number[] = [];
    const calls = [0, 1, 2].map((index) =>
      timed(
        ({ signal }) => {
          signal.addEventListener('abort', () => order.push(index));
          return pending();
        },
        { signal: controller.signal },
      ),
    );
    controller.abort('reason');
    expect(calls.map(({ operation }) => operation.outcome)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(order).toEqual([0, 1, 2]);
    expect(listeners(controller.signal)).toBe(0);
    await Promise.allSettled(calls);
  });
});

describe('an AbortSignal that is not the platform’s', () => {
  test('serves as well', async () => {
    const emitter = new EventEmitter();
    const signal = {
      aborted: false,
      reason: undefined as unknown,
      addEventListener: (type: string, listener: () => void) => emitter.on(type, listener),
      removeEventListener: (type: string, listener: () => void) => emitter.off(type, listener),
    };
    const call = timed(pending, { signal });
    Object.assign(signal, { aborted: true, reason: 'mine' });
    emitter.emit('abort');
    await expect(call.catch((thrown) => thrown)).resolves.toBe('mine');
    expect(emitter.listenerCount('abort')).toBe(0);
  });

  test.each([[null], ['signal'], [{}], [5], [new AbortController()], [{ addEventListener: 5 }]])(
    'is refused by name when it is %o',
    async (signal) => {
      const work = vi.fn();
      await expect(timed(work, { signal: signal as never })).rejects.toThrow(/^Expected `signal` to be an AbortSignal/);
      expect(work).not.toHaveBeenCalled();
    },
  );

  test('that throws when it is listened to fails the operation, the work not begun', async () => {
    const work = vi.fn();
    const broken = {
      aborted: false,
      addEventListener() {
        throw new Error('no listeners here');
      },
      removeEventListener() {},
    };
    const runtime = createRuntime();
    for (let attempt = 0; attempt < 2; attempt++) {
      const call = timed(work, { timeout: 60_000, signal: broken, runtime });
      await expect(call).rejects.toThrow('no listeners here');
    }
    expect(work).not.toHaveBeenCalled();
    await nextTurn();
    expect(runtime.scheduler).toMatchObject({ armed: 0, listeners: 0 });
  });
});
