import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRuntime, Deadline, TimedOperation, timed } from 'timed-operation';
import { describe, expect, it } from 'vitest';
import { block, never, reasonOf } from './reason-of.ts';

// More of G60 in test/core/scheduler.test.ts; G61 by the bytes in test/gc/scheduler.test.ts.

it('G59: of two that are due together both are decided and aborted before the slow continuation of either', async () => {
  const runtime = createRuntime();
  const deadline = Deadline.after(20, runtime.clock);
  const events: string[] = [];
  const call = async (name: string) => {
    await reasonOf(
      timed(
        ({ signal }) => {
          signal.addEventListener('abort', () => events.push(`${name} aborted`));
          return never();
        },
        { deadline, runtime },
      ),
    );
    events.push(`${name} goes on`);
    block(80);
  };
  await Promise.all([call('a'), call('b')]);
  expect(events).toEqual(['a aborted', 'b aborted', 'a goes on', 'b goes on']);
});

describe('G60: a burst of timeouts', () => {
  it('lets the loop turn: timers get their turns while 2,000 slow continuations run', async () => {
    const runtime = createRuntime();
    const deadline = Deadline.after(30, runtime.clock);
    let completed = 0;
    const calls = Array.from({ length: 2_000 }, () =>
      reasonOf(timed(never, { deadline, runtime })).then(() => {
        completed++;
        block(0.05);
      }),
    );
    const seen: number[] = [];
    const all = Promise.all(calls);
    while (completed < calls.length) {
      await nextTurn();
      seen.push(completed);
    }
    await all;
    // Some turn saw the burst half done.
    expect(seen.some((count) => count > 0 && count < calls.length)).toBe(true);
  });
});

it('G61: 1,000,000 limits begun and dropped leave nothing that a wake would have to go through', async () => {
  const runtime = createRuntime();
  const armed: number[] = [];
  for (let round = 0; round < 10; round++) {
    for (let index = 0; index < 100_000; index++) {
      const operation = new TimedOperation<number>(runtime, {}, undefined);
      operation.submit(() => {});
      operation.arm(1 + (index % 5_000));
      operation.respond(index);
    }
    armed.push(runtime.scheduler.armed);
    await nextTurn();
  }
  expect(armed).toEqual(new Array(10).fill(0));
});
