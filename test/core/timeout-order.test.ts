import { type OperationHooks, TimedOperation, type TimeoutError } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

type Hooks = OperationHooks<string, string, string>;
const STEPS = ['recordTimeout', 'cancelOperation', 'timedOut', 'complete'] as const;

/** Hooks that write down their steps, and throw in those that are named. */
function stepping(log: string[], throwing: readonly string[] = []): Hooks {
  const step = (name: string) => (operation: TimedOperation<string, string, string>) => {
    log.push(`${operation.data} ${name}`);
    if (throwing.includes(name)) throw new Error(name);
  };
  return Object.fromEntries(STEPS.map((name) => [name, step(name)]));
}

function waiting(runtime: ManualRuntime, hooks: Hooks, name: string): TimedOperation<string, string, string> {
  const operation = new TimedOperation(runtime, hooks, name);
  operation.submit(() => {});
  operation.arm(5);
  return operation;
}

test('a timeout is decided, then the node is told, then the operation is cancelled, then it is completed: each once', () => {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  const operation = waiting(runtime, stepping(log), 'a');
  runtime.advance(100);
  expect(log).toEqual(STEPS.map((name) => `a ${name}`));
  expect(operation.outcome).toBe('timedOut');
});

test.each([...STEPS.map((name) => [name]), [...STEPS]])(
  'a throw in %s %s %s %s is reported and stops no other step',
  (...throwing) => {
    const log: string[] = [];
    const errors: unknown[] = [];
    const runtime = new ManualRuntime({ observer: { hookError: (error) => void errors.push(error) } });
    waiting(runtime, stepping(log, throwing), 'a');
    const other = waiting(runtime, stepping(log), 'b');
    runtime.advance(5);
    expect(log.filter((line) => line.startsWith('a'))).toEqual(STEPS.map((name) => `a ${name}`));
    expect(log.filter((line) => line.startsWith('b'))).toEqual(STEPS.map((name) => `b ${name}`));
    expect(errors).toEqual(throwing.map((name) => new Error(name)));
    expect(other.outcome).toBe('timedOut');
  },
);

test('all that are due together are decided before the first hook runs', () => {
  const runtime = new ManualRuntime();
  const seen: unknown[] = [];
  const operations: TimedOperation<string, string, string>[] = [];
  const hooks: Hooks = {
    recordTimeout: () => {
      seen.push(operations.map(({ outcome }) => outcome));
      for (const each of operations) expect(each.respond('too late')).toBe(false);
    },
  };
  for (const name of ['a', 'b', 'c']) operations.push(waiting(runtime, hooks, name));
  runtime.advance(5);
  expect(seen).toEqual(new Array(3).fill(['timedOut', 'timedOut', 'timedOut']));
});

test('refused at the door, no node is told and nothing is cancelled', () => {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  const expired = new TimedOperation(runtime, stepping(log), 'expired');
  expired.extend(0);
  expect(() => expired.throwIfExpired()).toThrow();
  const cancelled = new TimedOperation(runtime, stepping(log), 'cancelled');
  cancelled.cancel();
  const full = new TimedOperation(runtime, stepping(log), 'full');
  full.fail(new Error('queue full'));
  runtime.advance(0);
  expect(log).toEqual(['expired timedOut', 'expired complete', 'cancelled complete', 'full complete']);
  expect([expired, cancelled, full].map((each) => each.submit(() => expect.unreachable()))).toEqual([
    false,
    false,
    false,
  ]);
});

test('the error that the hooks are given is the reason, and what they put on it stays', () => {
  const runtime = new ManualRuntime();
  const given: TimeoutError[] = [];
  const operation = waiting(
    runtime,
    {
      recordTimeout: (_, error) => {
        given.push(error);
        error.node = '127.0.0.1:1';
      },
      cancelOperation: (_, reason) => void given.push(reason as TimeoutError),
      timedOut: (_, error) => void given.push(error),
    },
    'a',
  );
  runtime.advance(5);
  expect(given).toHaveLength(3);
  for (const error of given) expect(error).toBe(operation.reason);
  expect(operation.reason).toMatchObject({ node: '127.0.0.1:1', limitMs: 5, elapsedMs: 5, lateByMs: 0 });
});
