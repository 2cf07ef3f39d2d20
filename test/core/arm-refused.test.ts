import { DECODING, Deadline, isTimeoutError, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

test('arming an operation that does not wait is refused and changes nothing', () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, {}, undefined);
  expect(operation.arm(5)).toBe(false);
  expect(operation.deadline).toBe(Deadline.never);
  operation.cancel();
  expect(operation.arm(Deadline.after(5, runtime.clock))).toBe(false);
  expect(operation.deadline).toBe(Deadline.never);
  expect(operation.remaining()).toBe(Number.POSITIVE_INFINITY);
  expect(runtime.armed).toBe(0);
});

test('arming an operation that decodes leaves the time for decoding as it is', () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, { decode: () => DECODING, decodeTimeout: () => 10 }, undefined);
  operation.submit(() => operation.respond('response'));
  runtime.executor.step();
  expect(operation.arm(1000)).toBe(false);
  runtime.advance(10);
  expect(operation.outcome).toBe('failed');
  expect(operation.reason).toMatchObject({ kind: 'decode', limitMs: 10, lateByMs: 0 });
});

test('arming again starts the new limit in place of the old, whatever kind each is', () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, {}, undefined);
  operation.submit(() => {});
  operation.arm(Deadline.after(5, runtime.clock));
  operation.extend(3);
  operation.arm(100);
  expect(runtime.armed).toBe(1);
  runtime.advance(99);
  expect(operation.outcome).toBeUndefined();
  runtime.advance(1);
  expect(isTimeoutError(operation.reason) && operation.reason.kind).toBe('timeout');
});

test('arming for never drops the limit that there was', () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, {}, undefined);
  operation.submit(() => {});
  operation.arm(5);
  expect(operation.arm(Deadline.never)).toBe(true);
  expect(runtime.armed).toBe(0);
  runtime.advance(1000);
  expect(operation.outcome).toBeUndefined();
  operation.arm(5);
  expect(operation.arm(Number.POSITIVE_INFINITY)).toBe(true);
  expect(runtime.armed).toBe(0);
});

test('a limit that is no limit is refused at the door, and nothing is armed', () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, {}, undefined);
  operation.submit(() => {});
  for (const limit of [Number.NaN, -1, '5', null, 5n, undefined]) {
    expect(() => operation.arm(limit as never)).toThrow(TypeError);
  }
  expect(() => operation.arm(Deadline.after(5, new ManualRuntime().clock))).toThrow(TypeError);
  expect(runtime.armed).toBe(0);
});
