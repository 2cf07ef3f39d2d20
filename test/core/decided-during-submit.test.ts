import { isTimeoutError, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { recordingHooks } from './recording-hooks.ts';

function make() {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  return { log, runtime, operation: new TimedOperation(runtime, recordingHooks(log), undefined) };
}

test('cancelled during submit, it is taken off the transport once, after submit returned', () => {
  const { log, runtime, operation } = make();
  const waits = operation.submit(() => {
    log.push('submitting');
    expect(operation.cancel()).toBe(true);
    expect(operation.cancel()).toBe(false);
    log.push('submitted');
  });
  expect(waits).toBe(false);
  expect(operation.arm(5)).toBe(false);
  runtime.advance(1000);
  expect(log).toEqual(['submitting', 'submitted', 'cancelOperation', 'complete cancelled']);
});

test('a submit that throws is a failure: no node is told, nothing is taken off', () => {
  const { log, runtime, operation } = make();
  const error = new Error('no socket');
  const waits = operation.submit(() => {
    throw error;
  });
  expect(waits).toBe(false);
  expect(operation.outcome).toBe('failed');
  expect(operation.reason).toBe(error);
  runtime.advance(1000);
  expect(log).toEqual(['complete failed']);
});

test('a submit that throws after it was cancelled is late', () => {
  const { log, runtime, operation } = make();
  operation.submit(() => {
    operation.cancel();
    throw new Error('no socket');
  });
  runtime.advance(0);
  expect(log.toSorted()).toEqual(['cancelOperation', 'complete cancelled', 'late response rejected']);
});

test('answered during submit, it has won, and neither waits nor can be armed', () => {
  const { log, runtime, operation } = make();
  expect(operation.submit(() => operation.respond('at once'))).toBe(false);
  expect(operation.arm(5)).toBe(false);
  expect(operation.value).toBe('at once');
  runtime.advance(1000);
  expect(log).toEqual(['complete fulfilled']);
});

test('time that is spent during submit is blamed on no node, though the operation is taken off', () => {
  const { log, runtime, operation } = make();
  operation.extend(5);
  operation.submit(() => {
    runtime.clock.moveTo(6);
    operation.throwIfExpired();
  });
  expect(operation.outcome).toBe('timedOut');
  expect(isTimeoutError(operation.reason)).toBe(true);
  runtime.advance(0);
  expect(log).toEqual(['cancelOperation', 'timedOut', 'late response rejected', 'complete timedOut']);
});

test('it is submitted once, whoever asks again, its own submit included', () => {
  const { operation } = make();
  let sends = 0;
  const send = () => {
    sends++;
    if (sends < 5) expect(operation.submit(send)).toBe(false);
  };
  expect(operation.submit(send)).toBe(true);
  expect(operation.submit(send)).toBe(false);
  expect(sends).toBe(1);
});
