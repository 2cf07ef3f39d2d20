import { DECODING, isTimeoutError, type LateOutcome, TimedOperation, timed } from 'timed-operation';
import { assertRacesAsync, explore, formatReport, type Probe, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';

/** A promise that an event of the run settles, as an answer from a network would. */
function network(world: World, label: string, value: string): Promise<string> {
  return new Promise((resolve, reject) => {
    world.anytime(
      label,
      () => (world.choose(label, ['answers', 'breaks']) === 'answers' ? resolve(value) : reject(new Error(label))),
      {
        lane: 'net',
      },
    );
  });
}

/** A call with everything: its outcome, what its promise came to, and each late outcome exactly once. */
function call(world: World): TimedSeen {
  const seen: TimedSeen = { settled: '', late: [], timeouts: 0, ends: 0, aborted: false };
  const signal = world.abort('caller aborts', { maybe: true });
  const promise = timed(
    (context) => {
      context.signal.addEventListener('abort', () => {
        seen.aborted = true;
      });
      return network(world, 'work', 'value');
    },
    {
      timeout: 100,
      signal,
      runtime: world.runtime,
      decode: (text) => network(world, 'decode', text.toUpperCase()),
      decodeTimeout: 50,
      onTimeout: () => {
        seen.timeouts++;
      },
      onLate: (outcome) => {
        seen.late.push(outcome);
      },
    },
  );
  seen.promise = promise;
  promise.then(
    (value) => {
      seen.settled += `fulfilled ${value}`;
    },
    () => {
      seen.settled += 'rejected';
    },
  );
  promise.operation.finished.then(() => {
    seen.ends++;
  });
  world.settles(promise, 'the call');
  world.anytime('caller cancels', () => promise.cancel(), { maybe: true });
  return seen;
}

interface TimedSeen {
  promise?: ReturnType<typeof timed<string, string>>;
  settled: string;
  readonly late: LateOutcome[];
  timeouts: number;
  ends: number;
  aborted: boolean;
}

const whole: Probe<TimedSeen> = {
  name: 'timed',
  setup: call,
  quiet(seen, world) {
    const { outcome, value } = seen.promise?.operation ?? {};
    const expected = outcome === 'fulfilled' ? `fulfilled ${String(value)}` : 'rejected';
    world.always(seen.settled === expected, `the promise came to '${seen.settled}', and was decided: ${outcome}`);
    world.always(outcome !== 'fulfilled' || value === 'VALUE', `it fulfilled with ${String(value)}`);
    world.always(seen.timeouts === (outcome === 'timedOut' ? 1 : 0), `onTimeout ran ${seen.timeouts} times`);
    world.always(seen.late.length <= 1, `onLate ran ${seen.late.length} times`);
    world.always(seen.ends === 1, 'the work ended, and `finished` did not say so');
    const over = outcome === 'timedOut' || outcome === 'cancelled' || isTimeoutError(seen.promise?.operation.reason);
    world.always(seen.aborted === over, 'the signal of the work and the outcome differ');
  },
  outcome: (seen) => `${seen.promise?.operation.outcome}${seen.late.length > 0 ? ', then late' : ''}`,
};

describe('timed, in every run with at most three steps out of order', () => {
  test('settles as decided, aborts its work as decided, and loses nothing', async () => {
    const report = await assertRacesAsync(whole, { strategy: { deviations: 3 } });
    expect([...report.outcomes.keys()].sort()).toEqual([
      'cancelled, then late',
      'failed',
      'failed, then late',
      'fulfilled',
      'timedOut, then late',
    ]);
  });

  test('in every run there is, where nothing else goes on', async () => {
    const report = await assertRacesAsync(whole, { strategy: 'exhaustive', maxSchedules: 200_000 });
    expect(report.complete).toBe('exhaustive');
  });

  test('a parent ends its children, by its limit and by its cancel', async () => {
    await assertRacesAsync({
      name: 'parent and child',
      setup(world) {
        const { runtime } = world;
        const parent = timed(
          async (context) => {
            const inner = timed(() => network(world, 'inner work', 'in'), { timeout: 80, within: context, runtime });
            const outer = timed(() => network(world, 'other work', 'out'), { within: context, runtime });
            return Promise.all([inner, outer]);
          },
          { timeout: 100, runtime },
        );
        world.settles(parent, 'the parent');
        world.anytime('cancel', () => parent.cancel(), { maybe: true });
      },
    });
  });

  test('a promise under several limits is followed once for each', async () => {
    await assertRacesAsync({
      name: 'shared promise',
      setup(world) {
        const work = network(world, 'work', 'value');
        for (const timeout of [50, 50, 80]) {
          const each = timed(work, { timeout, runtime: world.runtime });
          world.settles(each);
          world.anytime(`cancel ${timeout}`, () => each.cancel(), { maybe: true });
        }
      },
    });
  });

  test('a fallback is a value, whenever the timeout comes', async () => {
    await assertRacesAsync({
      name: 'fallback',
      setup(world) {
        const promise = timed(() => network(world, 'work', 'value'), {
          timeout: 50,
          fallback: () => 'instead',
          runtime: world.runtime,
        });
        world.settles(promise);
        promise.then(
          (value) => world.always((promise.operation.outcome === 'timedOut') === (value === 'instead'), `got ${value}`),
          () => {},
        );
      },
    });
  });
});

test('hooks that act on other operations, or on their own, change no decision', () => {
  const report = explore({
    name: 'reentrant',
    setup(world) {
      const operations: TimedOperation<string, string, number>[] = [];
      const others = (index: number) => operations.filter((each) => each.data !== index);
      const hooks = {
        cancelOperation: (operation: TimedOperation<string, string, number>) => {
          operation.cancel();
          for (const other of others(operation.data)) other.cancel();
        },
        recordTimeout: (operation: TimedOperation<string, string, number>) => {
          operation.respond('too late');
          for (const other of others(operation.data)) other.internalCancel();
        },
        decode: (response: string, operation: TimedOperation<string, string, number>) => {
          if (world.choose('decode', ['at once', 'later']) === 'at once') {
            for (const other of others(operation.data)) other.respond(`from ${operation.data}`);
            return response;
          }
          world.anytime(`decode ends ${operation.data}`, () => operation.decoded(response), { lane: 'decode' });
          return DECODING;
        },
        complete: (operation: TimedOperation<string, string, number>) => {
          operation.cancel();
          operation.fail(new Error('over'));
        },
        late() {},
      };
      for (let index = 0; index < 3; index++) {
        const operation = new TimedOperation<string, string, number>(world.runtime, hooks, index);
        operations.push(operation);
        if (operation.submit(() => {})) operation.arm(100);
        world.anytime(`response ${index}`, () => operation.respond('in time'), { maybe: true });
        world.anytime(`cancel ${index}`, () => operation.cancel(), { maybe: true });
      }
    },
  });
  expect(report.ok, formatReport(report)).toBe(true);
});
