import { isCancelledError, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const HOSTILE: readonly unknown[] = [
  Object.assign(new Error('x'), { message: Symbol('message') }),
  Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('message');
    },
  }),
  revoked(),
  Symbol('reason'),
  Object.create(null),
];

test('a cancel reason that cannot be shown cancels all the same', () => {
  for (const reason of HOSTILE) {
    const runtime = new ManualRuntime();
    const operation = new TimedOperation(runtime, {}, undefined);
    operation.submit(() => {});
    operation.arm(5);
    expect(operation.cancel(reason)).toBe(true);
    expect(isCancelledError(operation.reason) && Object.is(operation.reason.cause, reason)).toBe(true);
    expect(runtime.armed).toBe(0);
    expect(runtime.undecided).toBe(0);
    expect(runtime.executor.queued).toBe(1);
  }
});

test('a name that is no string stops no timeout, and no other operation of the same wake', () => {
  const runtime = new ManualRuntime();
  const names = [Symbol('name'), Object.create(null), revoked(), 5] as unknown as string[];
  const operations = names.map((name) => {
    const operation = new TimedOperation(runtime, {}, undefined, { name });
    operation.submit(() => {});
    operation.arm(5);
    return operation;
  });
  runtime.advance(5);
  expect(operations.map(({ outcome }) => outcome)).toEqual(names.map(() => 'timedOut'));
  expect(runtime.undecided).toBe(0);
});
