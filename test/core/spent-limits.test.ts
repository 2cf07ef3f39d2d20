import { Deadline, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test, vi } from 'vitest';

describe('a limit that is spent at the door', () => {
  const spent = () => {
    const runtime = new ManualRuntime();
    const deadline = Deadline.after(10, runtime.clock);
    runtime.advance(10);
    const past = Deadline.after(10, runtime.clock);
    runtime.advance(25);
    return { runtime, deadline, past };
  };

  test.each([
    ['timeout', { timeout: 0 }, 'timeout', 0, 0],
    ['idle', { idle: 0 }, 'idle', 0, 0],
    ['idle', { idle: 0, timeout: 1000 }, 'idle', 0, 0],
    ['timeout', { idle: 1000, timeout: 0 }, 'timeout', 0, 0],
  ] as const)('by %s %o times out at once, the work not begun', async (_, options, kind, limitMs, lateByMs) => {
    const work = vi.fn();
    const runtime = new ManualRuntime();
    const call = timed(work, { ...options, runtime });
    expect(call.operation.outcome).toBe('timedOut');
    expect(runtime.armed).toBe(0);
    await expect(runtime.run(call)).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', kind, limitMs, lateByMs });
    expect(work).not.toHaveBeenCalled();
    await call.operation.finished;
  });

  test.each([['just now'], ['long ago']])('by a deadline that passed %s, the work not begun', async (when) => {
    const { runtime, past, deadline } = spent();
    const work = vi.fn();
    const call = timed(work, { deadline: when === 'just now' ? past : deadline, runtime });
    expect(call.operation.outcome).toBe('timedOut');
    await expect(runtime.run(call)).rejects.toMatchObject({ kind: 'deadline', limitMs: 10 });
    const { elapsedMs, lateByMs } = call.operation.reason as { elapsedMs: number; lateByMs: number };
    expect(elapsedMs).toBe(lateByMs + 10);
    expect(work).not.toHaveBeenCalled();
  });

  test('gives its fallback, calls onTimeout, and has no signal to abort', async () => {
    const runtime = new ManualRuntime();
    const order: string[] = [];
    const work = vi.fn();
    const call = timed(work, {
      timeout: 0,
      runtime,
      onTimeout: () => order.push('onTimeout'),
      fallback: () => order.push('fallback'),
    });
    await expect(runtime.run(call)).resolves.toBe(2);
    expect(order).toEqual(['onTimeout', 'fallback']);
    expect(call.operation.outcome).toBe('timedOut');
    expect(work).not.toHaveBeenCalled();
  });
});
