import { Deadline, type TimedContext, type TimedOptions, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { BAD_OR_MISSING, refusal } from './limit-values.ts';

describe('extend', () => {
  const waiting = (options: Partial<TimedOptions> = {}) => {
    const runtime = new ManualRuntime();
    let context!: TimedContext;
    const call = timed(
      (given) => {
        context = given;
        return new Promise(() => {});
      },
      { timeout: 100, runtime, ...options },
    );
    call.catch(() => {});
    return { runtime, call, context };
  };

  test.each(BAD_OR_MISSING)('throws for %o, and the limit stays', (value, shown) => {
    const { runtime, call, context } = waiting();
    expect(() => context.extend(value as number)).toThrow(refusal('ms', shown as string));
    expect(call.operation.remaining()).toBe(100);
    runtime.advance(100);
    expect(call.operation.outcome).toBe('timedOut');
    expect(() => context.extend(value as number)).toThrow(TypeError);
  });

  test.each([0.5, 1, 50, 100, 250, 2 ** 31 - 1, 2 ** 31, 2 ** 53])('%d ms counts from now', (ms) => {
    const { runtime, call, context } = waiting();
    runtime.advance(40);
    expect(context.extend(ms)).toBe(true);
    expect(context.remaining()).toBeGreaterThanOrEqual(ms);
    while (call.operation.outcome === undefined) runtime.jump();
    expect(runtime.now).toBeGreaterThanOrEqual(40 + ms);
    expect(call.operation.reason).toMatchObject({ limitMs: ms });
  });

  test('0 ends it at the next wake, in the order of the race', () => {
    const { runtime, call, context } = waiting();
    expect(context.extend(0)).toBe(true);
    expect(call.operation.outcome).toBeUndefined();
    runtime.advance(0);
    expect(call.operation.outcome).toBe('timedOut');
  });

  test('Infinity takes the limit away, and a later one sets it again', () => {
    const { runtime, call, context } = waiting();
    expect(context.extend(Number.POSITIVE_INFINITY)).toBe(true);
    expect(runtime.armed).toBe(0);
    expect(context.deadline).toBe(Deadline.never);
    runtime.advance(2 ** 40);
    expect(call.operation.outcome).toBeUndefined();
    expect(context.extend(10)).toBe(true);
    runtime.advance(10);
    expect(call.operation.outcome).toBe('timedOut');
  });

  test('never gets past an absolute deadline, nor past a parent', () => {
    const runtime = new ManualRuntime();
    const { call, context } = waiting({ runtime, deadline: Deadline.after(150, runtime.clock) });
    for (const ms of [2 ** 53, Number.POSITIVE_INFINITY, 151]) {
      expect(context.extend(ms)).toBe(true);
      expect(context.remaining()).toBe(150);
    }
    const child = waiting({ runtime, within: context, timeout: 20 });
    expect(child.context.extend(1000)).toBe(true);
    expect(child.context.remaining()).toBe(150);
    runtime.advance(149);
    expect([call.operation.outcome, child.call.operation.outcome]).toEqual([undefined, undefined]);
    runtime.advance(1);
    expect(call.operation.reason).toMatchObject({ kind: 'deadline', limitMs: 150 });
  });

  test('of a call under a deadline alone shortens it, and back again to the deadline at most', () => {
    const runtime = new ManualRuntime();
    const { call, context } = waiting({ runtime, timeout: undefined, deadline: Deadline.after(100, runtime.clock) });
    context.extend(10);
    expect(context.remaining()).toBe(10);
    context.extend(1000);
    expect(context.remaining()).toBe(100);
    runtime.advance(100);
    expect(call.operation.reason).toMatchObject({ kind: 'deadline', limitMs: 100 });
  });

  test('is false once decided, and once the response is in', async () => {
    const { runtime, call, context } = waiting();
    runtime.advance(100);
    expect(call.operation.outcome).toBe('timedOut');
    expect(context.extend(100)).toBe(false);
    expect(runtime.armed).toBe(0);
    let second!: TimedContext;
    const decoding = timed(
      (given) => {
        second = given;
        return 1;
      },
      { timeout: 100, runtime, decode: () => new Promise(() => {}), decodeTimeout: 50 },
    );
    decoding.catch(() => {});
    await runtime.settle();
    expect(decoding.operation.state).toBe('RESPONSE_RECEIVED');
    expect(second.extend(1000)).toBe(false);
    runtime.advance(50);
    expect(decoding.operation.outcome).toBe('failed');
  });

  test('works inside the work, before it is armed', () => {
    const runtime = new ManualRuntime();
    const call = timed(() => new Promise(() => {}), { timeout: 5, runtime });
    call.catch(() => {});
    const extended = timed(
      (context) => {
        expect(context.extend(50)).toBe(true);
        return new Promise(() => {});
      },
      { timeout: 5, runtime },
    );
    extended.catch(() => {});
    runtime.advance(49);
    expect([call.operation.outcome, extended.operation.outcome]).toEqual(['timedOut', undefined]);
    runtime.advance(1);
    expect(extended.operation.outcome).toBe('timedOut');
  });
});
