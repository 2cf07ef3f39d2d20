import { CancelledError, isCancelledError, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { recordingHooks } from './recording-hooks.ts';

function waiting(name?: string) {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, recordingHooks(log), undefined, { name });
  operation.submit(() => {});
  operation.arm(5);
  return { log, runtime, operation };
}

test('a cancel while it waits takes the operation off the transport at once, and completes it in its turn', () => {
  const { log, runtime, operation } = waiting();
  expect(operation.cancel('why')).toBe(true);
  expect(log).toEqual(['cancelOperation']);
  expect(runtime.armed).toBe(0);
  expect(runtime.undecided).toBe(0);
  runtime.advance(100);
  expect(log).toEqual(['cancelOperation', 'complete cancelled']);
});

test('after the decision a cancel returns false, also while the completion is still queued', () => {
  const { runtime, operation } = waiting();
  operation.respond('response');
  expect(runtime.executor.queued).toBe(1);
  expect(operation.cancel()).toBe(false);
  expect(operation.internalCancel()).toBe(false);
  runtime.executor.drain();
  expect(operation.cancel()).toBe(false);
  expect(operation.value).toBe('response');
  expect(operation.cancelSource).toBeUndefined();
});

test('a cancel carries its source, its cause and the name', () => {
  const cause = new Error('the user left');
  const byCaller = waiting('get').operation;
  byCaller.cancel(cause);
  expect(byCaller.cancelSource).toBe('caller');
  expect(byCaller.reason).toBeInstanceOf(CancelledError);
  expect(byCaller.reason).toMatchObject({ code: 'ERR_CANCELLED', source: 'caller', cause, operation: 'get' });
  expect((byCaller.reason as Error).message).toContain('the user left');
  const byAdapter = waiting('get').operation;
  byAdapter.internalCancel(cause);
  expect(byAdapter.cancelSource).toBe('internal');
  expect(isCancelledError(byAdapter.reason) && byAdapter.reason.source).toBe('internal');
});

test('a hook that cancels every other operation decides each of them once', () => {
  const runtime = new ManualRuntime();
  const operations: TimedOperation<string, string, number>[] = [];
  const cancelled: number[] = [];
  const hooks = {
    cancelOperation: ({ data }: { data: number }) => {
      cancelled.push(data);
      for (const each of operations) each.cancel(`by ${data}`);
    },
  };
  for (let index = 0; index < 4; index++) {
    const operation = new TimedOperation<string, string, number>(runtime, hooks, index);
    operation.submit(() => {});
    operation.arm(5);
    operations.push(operation);
  }
  operations[2]?.cancel('by the caller');
  expect(cancelled.toSorted()).toEqual([0, 1, 2, 3]);
  expect(runtime.armed).toBe(0);
  expect(runtime.executor.queued).toBe(4);
});

test('the signal of an operation aborts with its reason, whoever made the operation', () => {
  const { runtime, operation } = waiting();
  const { signal } = operation;
  operation.cancel('why');
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBe(operation.reason);
  runtime.advance(0);
});

test('the signal of an operation that timed out aborts after the node was told, and before it is cancelled', async () => {
  const log: string[] = [];
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, recordingHooks(log), undefined);
  const { signal } = operation;
  signal.addEventListener('abort', () => void log.push('abort'));
  operation.submit(() => {});
  operation.arm(5);
  await runtime.advanceAsync(5);
  expect(log).toEqual(['recordTimeout', 'abort', 'cancelOperation', 'timedOut', 'complete timedOut']);
  expect(signal.reason).toBe(operation.reason);
});

test('the signal of an operation that fulfilled or failed never aborts', async () => {
  const fulfilled = waiting();
  const failed = waiting();
  const signals = [fulfilled.operation.signal, failed.operation.signal];
  fulfilled.operation.respond('response');
  failed.operation.fail(new Error('failure'));
  await Promise.all([fulfilled, failed].map(({ runtime }) => runtime.advanceAsync(100)));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});
