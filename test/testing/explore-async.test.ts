import { TimedOperation, type TimedPromise, timed } from 'timed-operation';
import { assertRacesAsync, exploreAsync, formatReport, type Probe, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { hostTurn } from '../../src/core/executor.ts';
import { drains, synchronousDrain } from '../../src/testing/drain.ts';

/** A promise that an event of the run fulfils. */
function answer(world: World, label: string, value: string): Promise<string> {
  return new Promise((resolve) => world.anytime(label, () => resolve(value), { lane: 'net' }));
}

/** Two calls of `timed`, one on a caller's signal, and what awaits them. */
const calls: Probe<TimedPromise<string>[]> = {
  name: 'calls',
  setup(world) {
    const { runtime } = world;
    const signal = world.abort('abort', { maybe: true });
    const first = timed(() => answer(world, 'response a', 'a'), { timeout: 100, signal, runtime });
    const second = timed(() => answer(world, 'response b', 'b'), {
      timeout: 120,
      runtime,
      decode: async (text) => text.toUpperCase(),
    });
    world.settles(first);
    world.settles(second);
    world.anytime('cancel b', () => second.cancel('enough'), { maybe: true });
    return [first, second];
  },
  outcome: (promises) => promises.map((each) => each.operation.outcome).join(', '),
};

describe('the drain', () => {
  test('that does nothing is found out', () => {
    expect(drains(() => {})).toBe(false);
  });

  test('is refused inside a microtask, where it would do nothing in silence', async () => {
    await null;
    expect(synchronousDrain()).toBeUndefined();
  });

  test('runs every microtask of a macrotask', async () => {
    const works = await new Promise((resolve) => hostTurn(() => resolve(synchronousDrain() !== undefined), true));
    expect(works).toBe('_tickCallback' in process);
  });
});

describe('code that awaits', () => {
  test('has no race where there is none', async () => {
    // How far the default strategy gets depends on the machine; this bound does not.
    const report = await assertRacesAsync(calls, { strategy: { deviations: 3 } });
    expect(report.complete).toBe('deviations 3');
    expect([...report.outcomes.keys()].sort()).toEqual(
      ['cancelled', 'fulfilled', 'timedOut'].flatMap((a) =>
        ['cancelled', 'fulfilled', 'timedOut'].map((b) => `${a}, ${b}`),
      ),
    );
  });

  test('is explored by hops just as by the drain', async () => {
    const [drained, hopped] = await Promise.all([
      exploreAsync(calls, { strategy: { deviations: 1 } }),
      exploreAsync(calls, { strategy: { deviations: 1 }, byHop: true }),
    ]);
    expect(formatReport(hopped)).toContain('no race found');
    expect(hopped.schedules).toBe(drained.schedules);
    expect(hopped.outcomes).toEqual(drained.outcomes);
  });

  test.each([false, true])('is caught with a rejection that nobody handles (by hops: %s)', async (byHop) => {
    const report = await exploreAsync(
      {
        name: 'unhandled',
        setup(world) {
          const call = timed(() => answer(world, 'response', 'a'), { timeout: 100, runtime: world.runtime });
          call.then(() => {});
        },
      },
      { byHop },
    );
    expect(report.failures[0]?.rule).toBe('nothing-unhandled');
    expect(report.failures[0]?.message).toContain('TimeoutError');
  });

  test('is caught where it awaits for ever', async () => {
    const report = await exploreAsync({
      name: 'pending',
      setup(world) {
        const both = async () => {
          await answer(world, 'first', 'a');
          // Subscribed too late to an event that may have come before.
          await new Promise<void>((resolve) => world.anytime('second', resolve, { maybe: true }));
        };
        world.settles(both(), 'both');
      },
    });
    expect(report.failures[0]?.message).toContain('both, which is still pending');
  });
});

describe('the order of microtasks', () => {
  /** Who of two that wait for one promise hears of it first, one of them by a function that is compiled in some way. */
  const order = (most: number): Probe<string[]> => ({
    name: 'two that wait',
    setup(world) {
      const log: string[] = [];
      const value = answer(world, 'response', 'a');
      const hear = async (name: string, promise: Promise<string>) => {
        await promise;
        log.push(name);
      };
      world.settles(hear('first', world.jitter(value, most)));
      world.settles(
        hear(
          'second',
          Promise.resolve(value).then((each) => each),
        ),
      );
      return log;
    },
    outcome: (log) => log.join(', '),
  });

  test('is what the language makes it, unless a promise is said to come some microtasks later', async () => {
    const fixed = await exploreAsync(order(0), { strategy: 'exhaustive' });
    expect([...fixed.outcomes.keys()]).toEqual(['first, second']);
    const jittered = await exploreAsync(order(3), { strategy: 'exhaustive' });
    expect([...jittered.outcomes.keys()].sort()).toEqual(['first, second', 'second, first']);
  });

  test('of operations that complete in one slice is explored, as well as one after the other', async () => {
    const report = await exploreAsync(
      {
        name: 'slice',
        setup(world) {
          const log: string[] = [];
          for (const name of ['a', 'b']) {
            const operation = new TimedOperation<string>(world.runtime, {}, undefined, { name });
            const use = async () => {
              const value = await operation.promise();
              log.push(value);
              await null;
              log.push(value);
            };
            world.settles(use());
            if (operation.submit(() => {})) operation.arm(100);
            world.anytime(`response ${name}`, () => operation.respond(name));
          }
          return log;
        },
        outcome: (log) => log.join(''),
      },
      {
        strategy: { deviations: 3 },
        outcomes: { aabb: 'required', abab: 'required', baba: 'required' },
        others: 'acceptable',
      },
    );
    expect(report.problems).toEqual([]);
  });
});
