import { Deadline, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { BAD_OR_MISSING, refusal } from './limit-values.ts';

describe('arm', () => {
  const submitted = () => {
    const runtime = new ManualRuntime();
    const operation = new TimedOperation(runtime, {}, undefined);
    expect(operation.submit(() => {})).toBe(true);
    return { runtime, operation };
  };

  test.each(BAD_OR_MISSING)('throws for %o, and nothing is armed', (value, shown) => {
    const { runtime, operation } = submitted();
    expect(() => operation.arm(value as number)).toThrow(refusal('limit', shown as string));
    expect(runtime.armed).toBe(0);
    expect(operation.arm(5)).toBe(true);
    runtime.advance(5);
    expect(operation.outcome).toBe('timedOut');
  });

  test('throws for a deadline of another clock', () => {
    const { runtime, operation } = submitted();
    expect(() => operation.arm(Deadline.after(5))).toThrow(/same clock/);
    expect(runtime.armed).toBe(0);
  });

  test.each([0, 0.5, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 53])('with %d ms fires there', (ms) => {
    for (const limit of ['timeout', 'deadline']) {
      const { runtime, operation } = submitted();
      expect(operation.arm(limit === 'timeout' ? ms : Deadline.after(ms, runtime.clock))).toBe(true);
      expect(operation.outcome).toBeUndefined();
      runtime.jump();
      expect(operation.outcome).toBe('timedOut');
      expect(runtime.now).toBeGreaterThanOrEqual(ms);
      expect(operation.reason).toMatchObject({ kind: limit, limitMs: ms });
    }
  });

  test.each([
    ['Infinity', Number.POSITIVE_INFINITY],
    ['Deadline.never', Deadline.never],
  ])('with %s waits without a limit, also when there was one', (_, limit) => {
    for (const first of [undefined, 10]) {
      const { runtime, operation } = submitted();
      if (first !== undefined) operation.arm(first);
      expect(operation.arm(limit)).toBe(true);
      expect(runtime.armed).toBe(0);
      runtime.advance(2 ** 40);
      expect(operation.outcome).toBeUndefined();
      operation.cancel();
    }
  });

  test('again replaces the limit, of whichever kind it was', () => {
    const { runtime, operation } = submitted();
    operation.arm(Deadline.after(10, runtime.clock));
    expect(operation.arm(20)).toBe(true);
    runtime.advance(19);
    expect(operation.outcome).toBeUndefined();
    runtime.advance(1);
    expect(operation.reason).toMatchObject({ kind: 'timeout', limitMs: 20 });
  });

  test('changes nothing where the operation no longer waits', () => {
    const runtime = new ManualRuntime();
    const hooks = { decode: () => new Promise(() => {}), decodeTimeout: () => 50 };
    const operation = new TimedOperation(runtime, hooks, undefined);
    operation.submit(() => {});
    operation.arm(10);
    operation.respond('response');
    runtime.advance(5);
    expect(operation.arm(1000)).toBe(false);
    runtime.advance(49);
    expect(operation.outcome).toBe('failed');
    expect(operation.reason).toMatchObject({ kind: 'decode', limitMs: 50, elapsedMs: 50 });
    expect(operation.arm(1000)).toBe(false);
    expect(runtime.armed).toBe(0);
  });
});
