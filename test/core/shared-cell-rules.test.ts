import { DECODING, type OperationHooks, SharedStateCell, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { recordingHooks } from './recording-hooks.ts';

/** Two operations over one state word, as two threads would have them: each with a runtime of its own. */
function pair(hooks: OperationHooks<string, string, undefined> = {}) {
  const buffer = new SharedArrayBuffer(4);
  const [here, there] = [side(buffer, hooks), side(buffer, hooks)];
  return { here, there };
}

function side(buffer: SharedArrayBuffer, hooks: OperationHooks<string, string, undefined>) {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  const options = { cell: new SharedStateCell(buffer) };
  return {
    log,
    runtime,
    operation: new TimedOperation(runtime, { ...recordingHooks(log), ...hooks }, undefined, options),
  };
}

test('what wins on one side is refused on the other, and both see the outcome', () => {
  const { here, there } = pair();
  here.operation.submit(() => {});
  here.operation.arm(5);
  expect(there.operation.state).toBe('WAITING_RESPONSE');
  expect(there.operation.respond('response')).toBe(true);
  expect(here.operation.cancel()).toBe(false);
  expect([here.operation.outcome, there.operation.outcome]).toEqual(['fulfilled', 'fulfilled']);
  here.runtime.advance(5);
  there.runtime.advance(5);
  expect(here.log).toEqual([]);
  expect(there.log).toEqual(['complete fulfilled']);
});

test('decided on the other side during submit, nothing is acted on here', () => {
  const { here, there } = pair();
  const waits = here.operation.submit(() => there.operation.cancel('there'));
  expect(waits).toBe(false);
  here.runtime.advance(5);
  there.runtime.advance(5);
  expect(here.log).toEqual([]);
  expect(there.log).toEqual(['complete cancelled']);
});

test('cancelled on the other side before its decode, the response is late here and the waiter there is completed', () => {
  const { here, there } = pair({ decode: (response) => response });
  here.operation.submit(() => {});
  expect(here.operation.respond('response')).toBe(true);
  expect(there.operation.cancel()).toBe(true);
  here.runtime.advance(5);
  there.runtime.advance(5);
  expect(here.log).toEqual(['late response fulfilled']);
  expect(there.log).toContain('complete cancelled');
});

test('cancelled on the other side while it decodes, the value is late here', () => {
  const { here, there } = pair({ decode: () => DECODING });
  here.operation.submit(() => {});
  here.operation.respond('response');
  here.runtime.advance(0);
  there.operation.cancel();
  expect(here.operation.decoded('value')).toBe(false);
  here.runtime.advance(0);
  expect(here.log).toEqual(['late decoding fulfilled']);
});

test('a timeout here is refused while the other side decodes the response', () => {
  const { here, there } = pair({ decode: () => DECODING });
  here.operation.submit(() => {});
  here.operation.arm(5);
  there.operation.respond('response');
  here.runtime.advance(1000);
  expect(here.operation.state).toBe('RESPONSE_RECEIVED');
  expect(here.log).toEqual([]);
  there.runtime.advance(0);
  expect(there.operation.decoded('value')).toBe(true);
  expect(here.operation.outcome).toBe('fulfilled');
});

test('a cell is a word at a multiple of 4 inside its buffer', () => {
  const buffer = new SharedArrayBuffer(16);
  const cell = new SharedStateCell(buffer, 12);
  expect(cell.state).toBe('NEW');
  expect(cell.outcome).toBeUndefined();
  for (const offset of [2, 16, -4]) expect(() => new SharedStateCell(buffer, offset)).toThrow(RangeError);
});
