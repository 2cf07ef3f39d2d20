import { createRuntime, runtimeStats, TimedOperation, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';

const never = () => new Promise<never>(() => {});
const NONE = { fulfilled: 0, failed: 0, timedOut: 0, cancelled: 0 };

it('a runtime that has done nothing has nothing to show', () => {
  expect(runtimeStats(createRuntime())).toEqual({
    waiting: 0,
    decoding: 0,
    queued: 0,
    decided: NONE,
    late: 0,
    worstLatenessMs: 0,
    stalls: 0,
  });
});

it('says what waits, what is being decoded, what is queued, and how each operation was decided', async () => {
  const runtime = new ManualRuntime();
  const calls = [
    timed(() => 1, { runtime }),
    timed(() => 2, { runtime, decode: () => never() }),
    timed(never, { runtime, timeout: 5 }),
    timed(never, { runtime, timeout: 500 }),
    timed(() => Promise.reject(new Error('wrong')), { runtime }),
    timed(never, { runtime }),
    timed(never, { runtime, timeout: 0 }),
  ];
  for (const call of calls) call.catch(() => {});
  // Two decodes or completions have their turn to come, and what was refused at the door is decided.
  expect(runtimeStats(runtime)).toMatchObject({
    waiting: 4,
    decoding: 1,
    queued: 3,
    decided: { fulfilled: 1, timedOut: 1 },
  });
  await runtime.advanceAsync(10);
  calls[5]?.cancel();
  await runtime.settle();
  expect(runtimeStats(runtime)).toMatchObject({
    waiting: 1,
    decoding: 1,
    queued: 0,
    decided: { fulfilled: 1, failed: 1, timedOut: 2, cancelled: 1 },
    late: 0,
  });
});

it('counts late outcomes, and how late a timeout was', async () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation(runtime, {}, undefined);
  operation.submit(() => {});
  operation.arm(5);
  runtime.clock.moveTo(12);
  runtime.advance(0);
  operation.respond('too late');
  expect(runtimeStats(runtime)).toMatchObject({ late: 1, worstLatenessMs: 7, decided: { timedOut: 1 } });
});

it('sees a stall of the event loop', async () => {
  const runtime = createRuntime();
  const call = timed(never, { timeout: 5, runtime });
  const until = performance.now() + 40;
  while (performance.now() < until);
  await expect(call).rejects.toThrow();
  expect(runtimeStats(runtime).stalls).toBeGreaterThanOrEqual(1);
  expect(runtimeStats(runtime).worstLatenessMs).toBeGreaterThanOrEqual(5);
});

it('counts each runtime apart, and the default one without being told to', async () => {
  const before = runtimeStats().decided.fulfilled;
  await timed(() => 1, 1_000);
  await timed(() => 1, { timeout: 1_000, runtime: createRuntime() });
  expect(runtimeStats().decided.fulfilled).toBe(before + 1);
});
