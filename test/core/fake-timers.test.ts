import { defaultRuntime, timed } from 'timed-operation';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAKES, never, settle } from './fakes.ts';

/** A call that says by itself whether it timed out. */
function call(timeout: number) {
  const promise = timed(never, timeout);
  promise.catch(() => {});
  return promise.operation;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(FAKES)('with fakes put in after import: %s', (_, toFake) => {
  beforeEach(() => {
    vi.useFakeTimers(toFake === undefined ? {} : { toFake: [...toFake] });
  });

  test('a limit of 100 fires at 100, not at 99', async () => {
    const operation = call(100);
    vi.advanceTimersByTime(99);
    await settle();
    expect(operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(operation.outcome).toBe('timedOut');
  });

  test.each([0.25, 1, 2, 3, 4, 5, 6])('a short limit of %d ms fires at its whole millisecond, not before', (ms) => {
    const operation = call(ms);
    vi.advanceTimersByTime(Math.ceil(ms) - 1);
    expect(operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(operation.outcome).toBe('timedOut');
  });

  test('several limits fire in one synchronous advance, each in its turn', () => {
    const order: number[] = [];
    const operations = [30, 10, 20, 10, 100].map((ms) => {
      const operation = call(ms);
      // Tells of the order in which the cells were won, without waiting for a continuation.
      vi.advanceTimersByTime(0);
      return [ms, operation] as const;
    });
    for (let ms = 1; ms <= 100; ms++) {
      vi.advanceTimersByTime(1);
      for (const [limit, { outcome }] of operations) {
        if (outcome === 'timedOut' && !order.includes(limit)) order.push(limit);
        expect(outcome).toBe(ms < limit ? undefined : 'timedOut');
      }
    }
    expect(order).toEqual([10, 20, 30, 100]);
    const together = [100, 50, 100].map(call);
    vi.advanceTimersByTime(100);
    expect(together.map(({ outcome }) => outcome)).toEqual(['timedOut', 'timedOut', 'timedOut']);
  });

  test('a limit armed halfway through another takes its whole time', () => {
    const first = call(100);
    vi.advanceTimersByTime(50);
    const second = call(100);
    vi.advanceTimersByTime(49);
    expect([first.outcome, second.outcome]).toEqual([undefined, undefined]);
    vi.advanceTimersByTime(1);
    expect([first.outcome, second.outcome]).toEqual(['timedOut', undefined]);
    vi.advanceTimersByTime(49);
    expect(second.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(second.outcome).toBe('timedOut');
  });

  test('a limit of 2^31 fires there and not before', () => {
    const operation = call(2 ** 31);
    vi.advanceTimersByTime(2 ** 31 - 1);
    expect(operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(operation.outcome).toBe('timedOut');
  });

  test('Infinity never fires, and takes no timer', () => {
    const before = vi.getTimerCount();
    const promise = timed(never, Number.POSITIVE_INFINITY);
    promise.catch(() => {});
    expect(vi.getTimerCount()).toBe(before);
    vi.advanceTimersByTime(2 ** 31);
    expect(promise.operation.outcome).toBeUndefined();
    expect(promise.cancel()).toBe(true);
  });

  test('a response in time wins, and the timer that is left does nothing', async () => {
    const promise = timed(async () => 'response', 100);
    await expect(promise).resolves.toBe('response');
    vi.advanceTimersByTime(1000);
    expect(promise.operation.outcome).toBe('fulfilled');
  });

  test('an extended limit fires at its new time only', () => {
    let extend: (ms: number) => boolean = () => false;
    const promise = timed((context) => {
      extend = (ms) => context.extend(ms);
      return never();
    }, 100);
    promise.catch(() => {});
    vi.advanceTimersByTime(60);
    expect(extend(100)).toBe(true);
    vi.advanceTimersByTime(99);
    expect(promise.operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(promise.operation.outcome).toBe('timedOut');
  });

  test('the error says that the limit passed, and so does the context', async () => {
    const promise = timed(never, 100);
    vi.advanceTimersByTime(100);
    await expect(promise).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 100 });
    const { elapsedMs } = promise.operation.reason as { elapsedMs: number };
    expect(elapsedMs).toBeGreaterThanOrEqual(100);
    expect(promise.operation.remaining()).toBe(0);
  });

  test('a completion needs no faked time, and neither does a fallback', async () => {
    const promise = timed(never, { timeout: 100, fallback: 'instead' });
    vi.advanceTimersByTime(100);
    await expect(promise).resolves.toBe('instead');
  });

  test('the listener on a signal goes without faked time', async () => {
    const { signal } = new AbortController();
    await timed(async () => 1, { timeout: 100, signal });
    expect(defaultRuntime.scheduler.listeners).toBe(1);
    while (defaultRuntime.scheduler.listeners > 0) await settle();
  });

  test('once they are taken out, limits take real time again', async () => {
    const left = call(100);
    vi.useRealTimers();
    const start = performance.now();
    await expect(timed(never, 20)).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 20 });
    expect(performance.now() - start).toBeGreaterThanOrEqual(20);
    expect(left.outcome).toBeUndefined();
  });

  test('put in and taken out again and again, each limit goes by the timers of its time', async () => {
    for (let round = 0; round < 3; round++) {
      vi.useRealTimers();
      const promise = timed(never, 15);
      promise.catch(() => {});
      const real = promise.operation;
      vi.useFakeTimers(toFake === undefined ? {} : { toFake: [...toFake] });
      const faked = call(15);
      vi.advanceTimersByTime(14);
      expect(faked.outcome).toBeUndefined();
      vi.advanceTimersByTime(1);
      expect(faked.outcome).toBe('timedOut');
      expect(real.outcome).toBeUndefined();
      await promise.catch(() => {});
      expect(real.outcome).toBe('timedOut');
      expect((real.reason as { elapsedMs: number }).elapsedMs).toBeGreaterThanOrEqual(15);
    }
  });
});

test('limits armed before the fakes were put in still fire in real time', async () => {
  const start = performance.now();
  const { performance: realPerformance } = globalThis;
  const calls = [20, 30, 30.5].map((ms) => timed(never, ms));
  const operations = calls.map(({ operation }) => operation);
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
  expect(operations.map(({ outcome }) => outcome)).toEqual([undefined, undefined, undefined]);
  await Promise.allSettled(calls);
  expect(operations.map(({ outcome }) => outcome)).toEqual(['timedOut', 'timedOut', 'timedOut']);
  expect(realPerformance.now() - start).toBeGreaterThanOrEqual(30.5);
  for (const { reason } of operations) {
    const { elapsedMs, limitMs } = reason as { elapsedMs: number; limitMs: number };
    expect(elapsedMs).toBeGreaterThanOrEqual(limitMs);
  }
});

test('a timer function that somebody has merely wrapped is taken for a real one', async () => {
  const original = globalThis.setTimeout;
  const early: number[] = [];
  try {
    // As early as the clumsiest host could be.
    globalThis.setTimeout = ((task: () => void, ms: number) => original(task, ms - 3)) as typeof setTimeout;
    for (const limit of [10, 10.5, 11.9, 20]) {
      const start = performance.now();
      await expect(timed(never, limit)).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
      const elapsedMs = performance.now() - start;
      if (elapsedMs < limit) early.push(limit - elapsedMs);
    }
  } finally {
    globalThis.setTimeout = original;
  }
  expect(early).toEqual([]);
});
