import { DECODING, type OperationHooks, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { recordingHooks } from './recording-hooks.ts';

type Hooks = OperationHooks<string, string, undefined>;

function answered(hooks: Hooks) {
  const log: string[] = [];
  const errors: unknown[] = [];
  const runtime = new ManualRuntime({ observer: { hookError: (error) => void errors.push(error) } });
  const operation = new TimedOperation(runtime, { ...recordingHooks(log), ...hooks }, undefined);
  operation.submit(() => {});
  operation.arm(10);
  operation.respond('response');
  return { runtime, operation, log, errors };
}

test('the timeout is disarmed at the response, before it is decoded', () => {
  const { runtime, operation } = answered({ decode: (response) => response });
  expect(runtime.armed).toBe(0);
  expect(operation.state).toBe('RESPONSE_RECEIVED');
  runtime.clock.moveTo(1000);
  expect(runtime.scheduler.fire(1000)).toBe(0);
  operation.throwIfExpired();
  runtime.advance(0);
  expect(operation.outcome).toBe('fulfilled');
});

test('a decode that throws fails the operation alone, and is no hook error', () => {
  const { runtime, operation, errors } = answered({
    decode: () => {
      throw new Error('corrupt');
    },
  });
  runtime.advance(0);
  expect(operation.outcome).toBe('failed');
  expect(operation.reason).toEqual(new Error('corrupt'));
  expect(errors).toEqual([]);
});

test('a decode limit that cannot be had is reported, and the decode goes on without one', () => {
  const tooBad = () => {
    throw new Error('no limit');
  };
  for (const decodeTimeout of [tooBad, () => Number.NaN, () => -1, () => '5' as never]) {
    const { runtime, operation, errors } = answered({ decode: () => DECODING, decodeTimeout });
    runtime.advance(1000);
    expect(operation.state).toBe('RESPONSE_RECEIVED');
    expect(runtime.armed).toBe(0);
    expect(errors).toHaveLength(1);
    expect(operation.decoded('value')).toBe(true);
  }
});

test('a decode past its limit fails: no node is told, nothing is taken off the transport', () => {
  const { runtime, operation, log } = answered({ decode: () => DECODING, decodeTimeout: () => 5 });
  runtime.advance(4);
  expect(operation.outcome).toBeUndefined();
  runtime.advance(1);
  expect(operation.outcome).toBe('failed');
  expect(operation.reason).toMatchObject({ code: 'ERR_TIMED_OUT', kind: 'decode', limitMs: 5 });
  expect(log).toEqual(['cancelDecoding', 'complete failed']);
  expect(operation.decoded('value')).toBe(false);
  runtime.advance(0);
  expect(log.at(-1)).toBe('late decoding fulfilled');
});

test('cancelled before its decode has begun, the decode is skipped and the response is late', () => {
  let decodes = 0;
  const { runtime, operation, log } = answered({ decode: () => `${decodes++}` });
  expect(operation.cancel()).toBe(true);
  runtime.advance(0);
  expect(decodes).toBe(0);
  expect(log.toSorted()).toEqual(['cancelDecoding', 'complete cancelled', 'late response fulfilled']);
});

test('cancelled while it is decoded, its result or its error is late and the connection is left alone', () => {
  const one = answered({ decode: () => DECODING });
  one.runtime.advance(0);
  one.operation.cancel();
  expect(one.operation.decoded('value')).toBe(false);
  one.runtime.advance(0);
  expect(one.log).toEqual(['cancelDecoding', 'complete cancelled', 'late decoding fulfilled']);
  const other = answered({ decode: () => DECODING });
  other.runtime.advance(0);
  other.operation.cancel();
  expect(other.operation.decodeFailed(new Error('corrupt'))).toBe(false);
  other.runtime.advance(0);
  expect(other.log).toEqual(['cancelDecoding', 'complete cancelled', 'late decoding rejected']);
});

test('an internal cancel never throws complete bytes away', () => {
  const { runtime, operation, log } = answered({ decode: () => DECODING });
  expect(operation.internalCancel(new Error('disconnected'))).toBe(false);
  runtime.advance(0);
  expect(operation.internalCancel(new Error('disconnected'))).toBe(false);
  expect(operation.decoded('value')).toBe(true);
  runtime.advance(0);
  expect(log).toEqual(['complete fulfilled']);
});

test('a promise that decode returns holds no turn of the executor', async () => {
  const { runtime, operation } = answered({ decode: async (response) => `${response}!` });
  runtime.executor.step();
  expect(runtime.executor.queued).toBe(0);
  expect(operation.state).toBe('RESPONSE_RECEIVED');
  await runtime.settle();
  expect(operation.value).toBe('response!');
});

test.each(['before', 'after'])('the signal is aborted by a decode that takes too long, read %s that', async (when) => {
  const { runtime, operation } = answered({ decode: () => DECODING, decodeTimeout: () => 10 });
  const early = when === 'before' ? operation.signal : undefined;
  await runtime.settle();
  await runtime.advanceAsync(10);
  expect(operation.outcome).toBe('failed');
  const signal = early ?? operation.signal;
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBe(operation.reason);
});
