import { type Runtime, TimedOperation } from 'timed-operation';
import { exploreAsync, type Probe, type Report, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { CompletionExecutor, type NextTurn } from '../../src/core/executor.ts';

/** As many completions as go out before the executor looks at the clock, and how long it then goes on: ms. */
const BATCH = 64;
const SLICE_MS = 8;
const BURN_MS = 1;
/** Microtasks from a completion to the rejection of its promise. */
const TO_PROMISE = 2;
const OPERATIONS = 10 * BATCH;

/** Where the executor that is not simulated takes its turns from. */
type Turns = (world: World) => NextTurn;

const eachAStep: Turns = (world) => (task) => world.anytime('turn', task, { lane: 'exec' });

/** Many operations time out in one wake, and the continuation of each, so many microtasks away, is slow; meanwhile another waits. */
function slowProbe(turns: Turns, microtasks: number): Probe<{ longestMs: number; lagMs: number }> {
  return {
    name: 'slow continuations',
    setup(world) {
      const { clock } = world.runtime;
      const runtime: Runtime = { ...world.runtime, executor: new CompletionExecutor(clock, turns(world)) };
      const slow = (operation: TimedOperation<number>) => {
        let heard: Promise<unknown> = operation.promise();
        for (let count = 1; count < microtasks; count++) heard = heard.then();
        return heard.then(undefined, () => world.burn(BURN_MS));
      };
      for (let index = 0; index < OPERATIONS; index++) {
        const operation = new TimedOperation<number>(runtime, {}, undefined, { name: `op${index}` });
        world.settles(slow(operation));
        if (operation.submit(() => {})) operation.arm(10);
      }
      const other = new TimedOperation<number>(runtime, {}, undefined, { name: 'other' });
      world.settles(other.promise());
      if (other.submit(() => {})) other.arm(10 + BURN_MS);
      world.anytime('response', () => other.respond(1), { maybe: true });
      return { longestMs: 0, lagMs: 0 };
    },
    step(seen, world) {
      const lagMs = world.clock.lag;
      seen.longestMs = Math.max(seen.longestMs, lagMs - seen.lagMs);
      seen.lagMs = lagMs;
      world.always(
        // The executor sees what a continuation took once that has run: by then a batch for each microtask may have gone out.
        seen.longestMs <= SLICE_MS + (microtasks + TO_PROMISE) * BATCH * BURN_MS,
        `${seen.longestMs} ms passed in which no other decision could be made`,
      );
    },
    outcome: ({ lagMs }) => `${lagMs} ms`,
  };
}

const check = (turns: Turns, microtasks = 1): Promise<Report> =>
  // The wake that decides all, and whatever may then come between the slices; not every single timer of it.
  exploreAsync(slowProbe(turns, microtasks), { monitors: [], strategy: { random: 40 }, maxSteps: 5000 });

describe('a slow continuation', () => {
  test.each([
    ['1 microtask away', 1],
    ['3 microtasks away', 3],
  ])(
    'delays the decision of another by a slice at most: in between, timers and responses have their turn (%s)',
    async (_name, microtasks) => {
      const report = await check(eachAStep, microtasks);
      expect(report.failures.map(({ message }) => message)).toEqual([]);
      expect([...report.outcomes.keys()]).toEqual([`${OPERATIONS * BURN_MS} ms`]);
    },
  );

  test('would delay it behind the whole queue if the executor did not yield', async () => {
    const neverYields: Turns = () => (task) => {
      Promise.resolve().then(task);
    };
    const report = await check(neverYields);
    expect(report.failures[0]?.message).toContain('ms passed in which no other decision could be made');
  });
});
