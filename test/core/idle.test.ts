import { type TimedContext, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { never, reasonOf } from '../problems/reason-of.ts';

function start(options: { idle: number; timeout?: number }) {
  const runtime = new ManualRuntime();
  let context: TimedContext | undefined;
  const call = timed(
    (own) => {
      context = own;
      return never();
    },
    { ...options, runtime },
  );
  return { runtime, call, progress: () => context?.progress() };
}

it('a call without signs of progress times out by silence', async () => {
  const { runtime, call } = start({ idle: 10, timeout: 100 });
  expect(await runtime.run(reasonOf(call))).toMatchObject({ kind: 'idle', limitMs: 10, elapsedMs: 10 });
});

it('each sign of progress starts it anew, but moves no other limit', async () => {
  const { runtime, call, progress } = start({ idle: 10, timeout: 35 });
  for (let count = 0; count < 4; count++) {
    runtime.advance(8);
    progress();
  }
  expect(call.operation.state).toBe('WAITING_RESPONSE');
  expect(await runtime.run(reasonOf(call))).toMatchObject({ kind: 'timeout', limitMs: 35 });
  expect(runtime.now).toBe(35);
});

it('silence is counted from the last sign', async () => {
  const { runtime, call, progress } = start({ idle: 10 });
  runtime.advance(9);
  progress();
  expect(await runtime.run(reasonOf(call))).toMatchObject({ kind: 'idle', elapsedMs: 10 });
  expect(runtime.now).toBe(19);
});
