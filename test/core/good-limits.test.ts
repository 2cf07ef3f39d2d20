import { createRuntime, Deadline, type TimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { GOOD } from './limit-values.ts';

describe.each(GOOD)('a limit of %d ms', (ms) => {
  test.each(['timeout', 'idle', 'deadline'] as const)('given as %s is over at its instant and not before', (option) => {
    if (ms === 0) return;
    const runtime = new ManualRuntime({ now: 1234.5 });
    const options = { [option]: option === 'deadline' ? Deadline.after(ms, runtime.clock) : ms, runtime };
    const call = timed(() => new Promise(() => {}), options);
    call.catch(() => {});
    if (1234.5 + ms > 1234.5 && Number.isFinite(runtime.clock.now() + ms)) {
      expect(call.operation.outcome).toBeUndefined();
      expect(runtime.armed).toBe(1);
    }
    while (call.operation.outcome === undefined) expect(runtime.jump()).toBe(true);
    expect(call.operation.outcome).toBe('timedOut');
    expect(runtime.clock.now() - 1234.5).toBeGreaterThanOrEqual(ms);
    expect((call.operation.reason as { limitMs: number }).limitMs).toBe(ms);
    expect((call.operation.reason as { elapsedMs: number }).elapsedMs).toBeGreaterThanOrEqual(ms);
  });
});

describe('on the host', () => {
  test.each([2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, 2 ** 53, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'a limit of %d ms really waits',
    async (timeout) => {
      const runtime = createRuntime();
      const call = timed(() => new Promise(() => {}), { timeout, runtime });
      call.catch(() => {});
      // A host timer that overflowed would fire after a millisecond.
      await timed(() => new Promise(() => {}), { timeout: 20, runtime }).catch(() => {});
      expect(call.operation.outcome).toBeUndefined();
      expect(call.cancel()).toBe(true);
      expect(runtime.scheduler.armed).toBe(0);
    },
  );

  test.each([0.1, 0.5, 1.1, 2.9, 5.5])('a limit of %d ms is never early', async (ms) => {
    const start = performance.now();
    const error = (await timed(() => new Promise(() => {}), ms).catch((reason) => reason)) as TimeoutError;
    expect(performance.now() - start).toBeGreaterThanOrEqual(ms);
    expect(error).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: ms });
    expect(error.elapsedMs).toBeGreaterThanOrEqual(ms);
    expect(error.lateByMs).toBeGreaterThanOrEqual(0);
  });
});
