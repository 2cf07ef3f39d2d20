import { type LateOutcome, type OperationView, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

function observed() {
  const heard: LateOutcome[] = [];
  const observed: [OperationView, LateOutcome][] = [];
  const runtime = new ManualRuntime({ observer: { late: (...args) => void observed.push(args) } });
  const hooks = { late: (_: unknown, outcome: LateOutcome) => void heard.push(outcome) };
  const operation = new TimedOperation<string>(runtime, hooks, undefined);
  return { heard, observed, runtime, operation };
}

test('each outcome that lost is told once: the observer at once, the hook in its own turn', () => {
  const { heard, observed: told, runtime, operation } = observed();
  operation.submit(() => {});
  operation.cancel();
  runtime.advance(0);
  operation.respond('late');
  const failure = new Error('late too');
  operation.fail(failure);
  const outcomes = [
    { stage: 'response', status: 'fulfilled', value: 'late' },
    { stage: 'response', status: 'rejected', reason: failure },
  ];
  expect(told).toEqual(outcomes.map((outcome) => [operation, outcome]));
  expect(heard).toEqual([]);
  runtime.advance(0);
  expect(heard).toEqual(outcomes);
  runtime.advance(100);
  expect(heard).toHaveLength(2);
});

test('a cancel or a timeout that lost is no outcome, and nobody hears of it', () => {
  const { heard, observed: told, runtime, operation } = observed();
  operation.submit(() => {});
  operation.arm(5);
  operation.respond('response');
  operation.cancel();
  operation.internalCancel();
  runtime.advance(100);
  expect(told).toEqual([]);
  expect(heard).toEqual([]);
});

test('an observer that throws when it hears of a late outcome is reported, and the hook hears of it all the same', () => {
  const errors: unknown[] = [];
  const heard: LateOutcome[] = [];
  const runtime = new ManualRuntime({
    observer: {
      late: () => {
        throw new Error('observer');
      },
      hookError: (error) => void errors.push(error),
    },
  });
  const operation = new TimedOperation<string>(runtime, { late: (_, outcome) => void heard.push(outcome) }, undefined);
  operation.cancel();
  expect(operation.respond('late')).toBe(false);
  runtime.advance(0);
  expect(errors).toEqual([new Error('observer')]);
  expect(heard).toHaveLength(1);
});
