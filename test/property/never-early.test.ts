import { defaultRuntime, isTimeoutError, TimedOperation, timed } from 'timed-operation';
import { expect, it } from 'vitest';

const TIMERS = 100_000;
const A_TURN = 50;

/** One timer with a limit of `limitMs`, through the front door or the primitive: how long it took, by the caller's own clock. */
async function elapsed(limitMs: number, primitive: boolean): Promise<{ elapsedMs: number; error: unknown }> {
  const start = performance.now();
  let error: unknown;
  try {
    if (primitive) {
      const operation = new TimedOperation(defaultRuntime, {}, undefined);
      operation.submit(() => {});
      operation.arm(limitMs);
      await operation.promise();
    } else {
      await timed(() => new Promise(() => {}), limitMs);
    }
  } catch (reason) {
    error = reason;
  }
  return { elapsedMs: performance.now() - start, error };
}

it('100,000 real timers of 0 to 1500 ms, fractions included: none fires before its limit', async () => {
  const early: string[] = [];
  let fired = 0;
  const timers: Promise<void>[] = [];
  for (let index = 0; index < TIMERS; index++) {
    // Whole milliseconds, halves, just under and just over, and anything between: armed at every phase of a millisecond.
    const whole = Math.floor(Math.random() * 1500);
    const limitMs = whole + [0, 0.5, 0.999, 0.001, Math.random()][index % 5]!;
    const check = async () => {
      const { elapsedMs, error } = await elapsed(limitMs, index % 2 === 0);
      if (!isTimeoutError(error)) throw error;
      fired++;
      const told = error.elapsedMs;
      if (elapsedMs < limitMs || told < limitMs) early.push(`${limitMs}: took ${elapsedMs}, said ${told}`);
    };
    timers.push(check());
    if (index % A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(timers);
  expect(early).toEqual([]);
  expect(fired).toBe(TIMERS);
  expect(defaultRuntime.scheduler.armed).toBe(0);
});
