import * as fc from 'fast-check';
import { TimedOperation, timed } from 'timed-operation';
import { explore, exploreAsync, type Probe, RaceError } from 'timed-operation/testing';
import { runWith, runWithAsync, schedules } from 'timed-operation/testing/fast-check';
import { describe, expect, test } from 'vitest';

/** Every way in which a probe may need microtasks. What they guard is wrong in some order, and only they could tell. */
const probes: readonly Probe<unknown>[] = [
  {
    name: 'an async setup',
    async setup(world) {
      await timed(new Promise(() => {}), { timeout: 10, runtime: world.runtime }).catch(() => {});
      world.unreachable('it went on');
    },
  },
  {
    name: 'an async function that nobody waits for',
    setup(world) {
      const show = async () => {
        const answer = new Promise((resolve) => world.anytime('answer', () => resolve('a')));
        const call = timed(answer, { timeout: 10, runtime: world.runtime, fallback: 'none' });
        world.always((await call) === 'a', 'it timed out');
      };
      show();
    },
  },
  {
    name: 'an async event',
    setup(world) {
      const release = world.track('a thing');
      world.anytime('go', async () => {
        await null;
        release();
        world.unreachable('it went on');
      });
    },
  },
  {
    name: 'a promise that must settle',
    setup(world) {
      world.settles((async () => {})().then(() => world.unreachable('it settled')));
    },
  },
  {
    name: 'a promise that jitters',
    setup(world) {
      world.jitter(Promise.resolve()).then(() => world.unreachable('it came'));
    },
  },
];

describe.each(probes)('a probe with $name', (probe) => {
  test('is told by `explore` that it is async, and what to use: neither a finding about its client nor a green', () => {
    const { ok, failures } = explore(probe);
    expect(ok).toBe(false);
    expect(failures[0]).toMatchObject({ rule: 'async-probe' });
    expect(failures[0]?.message).toContain('this probe is async: use `exploreAsync`');
  });

  test('is told the same by `runWith`, and judged by `runWithAsync` and `exploreAsync`', async () => {
    const property = fc.property(schedules(), (schedule) => runWith(probe, schedule));
    expect(String(fc.check(property, { seed: 1 }).errorInstance)).toContain('this probe is async: use `runWithAsync`');
    const found = await fc.check(
      fc.asyncProperty(schedules(), (schedule) => runWithAsync(probe, schedule)),
      { seed: 1, numRuns: 300 },
    );
    expect(found.errorInstance).toBeInstanceOf(RaceError);
    expect(String(found.errorInstance)).not.toContain('async-probe');
    expect((await exploreAsync(probe)).failures[0]?.rule).toMatch(/unreachable|always/);
  });
});

test('a `quiet` that is an async function is told that nobody waits for it', async () => {
  const probe: Probe<void> = { name: 'quiet', setup() {}, async quiet() {} };
  for (const { failures } of [explore(probe), await exploreAsync(probe)]) {
    expect(failures[0]?.message).toContain('`quiet` is an async function');
  }
});

test('what gives a promise that nobody has to wait for is no async probe', () => {
  const probe: Probe<unknown> = {
    name: 'promises at the edge',
    setup(world) {
      const operation = new TimedOperation<string>(world.runtime, {}, undefined);
      if (operation.submit(() => {})) operation.arm(10);
      const promise = operation.promise();
      promise.catch(() => {});
      world.anytime('response', () => operation.respond('a'), { maybe: true });
      world.anytime('cancel', () => promise.cancel(), { maybe: true });
      world.anytime('look', () => promise);
      return promise;
    },
  };
  expect(explore(probe).failures).toEqual([]);
});

test('a rejection that nobody heard says how to say that it may come', async () => {
  const probe: Probe<void> = {
    name: 'unheard',
    setup(world) {
      timed(() => new Promise(() => {}), { timeout: 10, runtime: world.runtime });
    },
  };
  const [failure] = (await exploreAsync(probe)).failures;
  expect(failure?.rule).toBe('nothing-unhandled');
  expect(failure?.message).toContain('if it may reject, say so: `world.settles(promise)` takes it as heard');
});
