import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRuntime, type Observer, timed } from 'timed-operation';
import { channels, type OperationMessage, publishDiagnostics } from 'timed-operation/node';
import { ManualRuntime } from 'timed-operation/testing';
import { afterEach, expect, it, vi } from 'vitest';

const never = () => new Promise<never>(() => {});
const undo: (() => void)[] = [];

afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** Hears a channel until the test is over. */
function hear(name: string): OperationMessage[] {
  const heard: OperationMessage[] = [];
  const listener = (message: unknown) => heard.push(message as OperationMessage);
  subscribe(name, listener);
  undo.push(() => unsubscribe(name, listener));
  return heard;
}

it('publishes the start and the decision of an operation, as one message that a tracer can keep things on', async () => {
  const runtime = new ManualRuntime();
  using _ = publishDiagnostics(runtime);
  const started = hear('timed-operation:start');
  const decided = hear('timed-operation:decide');
  const call = timed(() => 5, { runtime, name: 'answer' });
  (started[0] as OperationMessage)['span'] = 'a span';
  await runtime.run(call);
  expect(started).toHaveLength(1);
  expect(decided).toEqual([{ operation: call.operation, name: 'answer', result: 5, span: 'a span' }]);
  expect(decided[0]).toBe(started[0]);
});

it('publishes why an operation did not fulfil', async () => {
  const runtime = new ManualRuntime();
  using _ = publishDiagnostics(runtime);
  const decided = hear('timed-operation:decide');
  const call = timed(never, { runtime, timeout: 5 });
  call.catch(() => {});
  await runtime.advanceAsync(5);
  expect(decided[0]).toMatchObject({ operation: { outcome: 'timedOut' }, error: call.operation.reason });
});

it('publishes late outcomes, and what hooks throw', async () => {
  const runtime = new ManualRuntime();
  using _ = publishDiagnostics(runtime);
  const late = hear('timed-operation:late');
  const errors = hear('timed-operation:hook-error');
  const thrown = new Error('the hook is wrong');
  let answer = (_value: string): void => {};
  const call = timed(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    {
      runtime,
      timeout: 5,
      onTimeout: () => {
        throw thrown;
      },
    },
  );
  call.catch(() => {});
  await runtime.advanceAsync(5);
  answer('too late');
  await runtime.settle();
  expect(late[0]).toMatchObject({ late: { stage: 'response', status: 'fulfilled', value: 'too late' } });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ operation: call.operation, hookError: thrown });
});

it('is nothing at all to an event that nobody subscribes to', () => {
  const runtime = createRuntime();
  using _ = publishDiagnostics(runtime);
  expect(runtime.observer).toMatchObject({
    start: undefined,
    decide: undefined,
    late: undefined,
    hookError: undefined,
  });
  hear('timed-operation:decide');
  expect(runtime.observer?.start).toBeUndefined();
  expect(runtime.observer?.decide).toBeTypeOf('function');
});

it('lets the observer that was there before hear everything, subscribers or not', async () => {
  const start = vi.fn();
  const decide = vi.fn();
  const observer: Observer = { start, decide };
  const runtime = createRuntime({ observer });
  const publishing = publishDiagnostics(runtime);
  await timed(() => 1, { runtime, timeout: 50 });
  hear('timed-operation:decide');
  await timed(() => 2, { runtime, timeout: 50 });
  expect(start).toHaveBeenCalledTimes(2);
  expect(decide).toHaveBeenCalledTimes(2);
  publishing[Symbol.dispose]();
  expect(runtime.observer).toBe(observer);
});

it('stops when it is disposed of, in whatever order several are', async () => {
  const runtime = createRuntime();
  const first = publishDiagnostics(runtime);
  const second = publishDiagnostics(runtime);
  const decided = hear('timed-operation:decide');
  await timed(() => 1, { runtime, timeout: 50 });
  expect(decided).toHaveLength(2);
  first[Symbol.dispose]();
  await timed(() => 1, { runtime, timeout: 50 });
  expect(decided).toHaveLength(3);
  second[Symbol.dispose]();
  await timed(() => 1, { runtime, timeout: 50 });
  expect(decided).toHaveLength(3);
});

it('publishes for the shared runtime by default, on the channels it names', async () => {
  using _ = publishDiagnostics();
  const started = hear('timed-operation:start');
  await timed(() => 1, 50);
  expect(started).toHaveLength(1);
  expect(Object.values(channels).map(({ name }) => name)).toEqual([
    'timed-operation:start',
    'timed-operation:decide',
    'timed-operation:late',
    'timed-operation:hook-error',
  ]);
  expect(channels.start).toBe(channel('timed-operation:start'));
});
