import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { after } from '../../src/core/after.ts';

test('a task that is cancelled never runs, also when its time has come and its turn has not', () => {
  const runtime = new ManualRuntime();
  let runs = 0;
  const waiting = after(runtime, 10, () => {
    runs++;
  });
  runtime.clock.moveTo(10);
  runtime.scheduler.fire(10);
  expect(runtime.executor.queued).toBe(1);
  expect(waiting.cancel()).toBe(true);
  runtime.executor.drain();
  expect(runs).toBe(0);
  expect(waiting.cancel()).toBe(false);
});

test('a task that has run can no longer be cancelled', () => {
  const runtime = new ManualRuntime();
  let runs = 0;
  const waiting = after(runtime, 10, () => {
    runs++;
  });
  runtime.advance(10);
  expect(runs).toBe(1);
  expect(waiting.cancel()).toBe(false);
});
