import type { timed } from 'timed-operation';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAKES, never, settle } from './fakes.ts';

type Timed = typeof timed;

async function importAfresh(): Promise<Timed> {
  vi.resetModules();
  return (await import('timed-operation')).timed;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(FAKES)('with fakes put in before import: %s', (_, toFake) => {
  let timedAfresh: Timed;

  beforeEach(async () => {
    vi.useFakeTimers(toFake === undefined ? {} : { toFake: [...toFake] });
    timedAfresh = await importAfresh();
  });

  test('a limit of 100 fires at 100, not at 99, also one armed halfway', () => {
    const first = timedAfresh(never, 100);
    vi.advanceTimersByTime(50);
    const second = timedAfresh(never, 100);
    for (const promise of [first, second]) promise.catch(() => {});
    vi.advanceTimersByTime(49);
    expect(first.operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(first.operation.outcome).toBe('timedOut');
    vi.advanceTimersByTime(49);
    expect(second.operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(second.operation.outcome).toBe('timedOut');
  });

  test('a limit of 2^31 fires there and not before', () => {
    const promise = timedAfresh(never, 2 ** 31);
    promise.catch(() => {});
    vi.advanceTimersByTime(2 ** 31 - 1);
    expect(promise.operation.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(promise.operation.outcome).toBe('timedOut');
  });

  test('once they are taken out, a limit takes real time, also after a stall of the loop', async () => {
    vi.useRealTimers();
    const promise = timedAfresh(never, 20);
    promise.catch(() => {});
    const start = performance.now();
    // Past the deadline: so the wake is late and lets a turn of the loop pass, which must not be a faked one.
    while (performance.now() - start < 40);
    await promise.catch(() => {});
    expect(promise.operation.outcome).toBe('timedOut');
    expect(performance.now() - start).toBeGreaterThanOrEqual(20);
  });

  test('the listener on a signal goes without faked time', async () => {
    let listeners = 0;
    const signal = {
      aborted: false,
      addEventListener: () => listeners++,
      removeEventListener: () => listeners--,
    };
    await timedAfresh(async () => 1, { timeout: 100, signal });
    expect(listeners).toBe(1);
    // However long a slow machine takes for the turn of the loop: the test's own limit bounds it.
    while (listeners > 0) await settle();
  });
});
