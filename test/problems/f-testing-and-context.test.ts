import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createRuntime, isTimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { never, reasonOf } from './reason-of.ts';

// More of F52 in test/core/fake-timers*.test.ts and test/fake-timers; F56 in general: test/property/wheel.test.ts.

afterEach(() => {
  vi.useRealTimers();
});

describe('F52: fake timers', () => {
  it('reach a limit that is armed after they were put in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date', 'performance'] });
    const call = timed(never, 100);
    const reason = reasonOf(call);
    vi.advanceTimersByTime(99);
    expect(call.operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(call.operation.outcome).toBe('timedOut');
    expect(isTimeoutError(await reason)).toBe(true);
  });

  it('are not needed: the clock can be handed in', async () => {
    const runtime = new ManualRuntime();
    const call = timed(never, { timeout: 100, runtime });
    runtime.advance(100);
    expect(isTimeoutError(await runtime.run(reasonOf(call)))).toBe(true);
  });

  it('leave a limit alone that the shared timer was armed for before', async () => {
    const call = timed(never, 40);
    const reason = reasonOf(call);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const other = timed(never, 100);
    other.catch(() => {});
    vi.advanceTimersByTime(100);
    expect(other.operation.outcome).toBe('timedOut');
    vi.useRealTimers();
    expect(isTimeoutError(await reason)).toBe(true);
  });
});

it('F54: AsyncLocalStorage is the caller’s in continuation, hook and abort listener, whoever else waits', async () => {
  const storage = new AsyncLocalStorage<string>();
  const runtime = createRuntime();
  const seen: Record<string, (string | undefined)[]> = { a: [], b: [], c: [] };
  const call = (name: string) =>
    storage.run(name, async () => {
      const note = () => seen[name]?.push(storage.getStore());
      const error = await reasonOf(
        timed(
          ({ signal }) => {
            signal.addEventListener('abort', note);
            return never();
          },
          { timeout: 15, runtime, onTimeout: note },
        ),
      );
      note();
      return isTimeoutError(error);
    });
  expect(await Promise.all(['a', 'b', 'c'].map(call))).toEqual([true, true, true]);
  expect(seen).toEqual({ a: ['a', 'a', 'a'], b: ['b', 'b', 'b'], c: ['c', 'c', 'c'] });
});

it('F56: limits of many lengths that are dropped at once change nothing for the others', async () => {
  const runtime = createRuntime();
  const start = performance.now();
  const fired: number[] = [];
  const kept = [15, 40, 60].map((ms) =>
    reasonOf(timed(never, { timeout: ms, runtime })).then(() => {
      expect(performance.now() - start).toBeGreaterThanOrEqual(ms);
      fired.push(ms);
    }),
  );
  const dropped = [1, 10, 16, 41, 300, 70_000, 3_000_000_000].map((ms) => timed(never, { timeout: ms, runtime }));
  for (const call of dropped) call.catch(() => {});
  for (const call of dropped) call.cancel();
  expect(runtime.scheduler.armed).toBe(3);
  await Promise.all(kept);
  expect(fired).toEqual([15, 40, 60]);
  expect(runtime.scheduler.armed).toBe(0);
  await wait(1);
});
