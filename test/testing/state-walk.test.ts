import { TimedOperation } from 'timed-operation';
import { explore, type Probe, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { EventStep } from '../../src/testing/event-step.ts';
import { Happened } from '../../src/testing/happened.ts';
import { StateHash } from '../../src/testing/state-hash.ts';

/** Explores a probe in full, cutting runs short at states seen before, and without. */
function both<Subject>(setup: (world: World) => Subject, outcome: (subject: Subject) => string) {
  const probe: Probe<Subject> = { name: 'states', setup, outcome };
  const all = explore(probe, { strategy: 'exhaustive' });
  const states = explore({ ...probe, state: () => 0 }, { strategy: 'exhaustive' });
  for (const report of [all, states]) {
    expect(report.failures).toEqual([]);
    expect(report.complete).toBe('exhaustive');
  }
  return { all, states };
}

describe('a run is cut short only where everything that follows is the same', () => {
  test('but for the time of an event', () => {
    const { all, states } = both(
      (world) => {
        const log: (number | string)[] = [];
        world.anytime('plan', () => {
          const later = world.choose('later', [10, 20]);
          world.at(later, 'planned', () => log.push(world.now));
        });
        world.anytime('other', () => log.push('other'), { after: ['plan'] });
        return log;
      },
      (log) => log.join(),
    );
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
  });

  test('but for what an event waits for', () => {
    const { all, states } = both(
      (world) => {
        const log: string[] = [];
        world.anytime('start', () => {
          if (world.choose('announce', [true, false])) world.anytime('first', () => {});
        });
        world.anytime('third', () => log.push('third'), { after: ['start'] });
        world.anytime('second', () => log.push('second'), { after: ['first'] });
        world.anytime('other', () => log.push('other'), { after: ['start'] });
        return log;
      },
      (log) => log.join(),
    );
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
  });

  test.each<[string, readonly unknown[]]>([
    ['texts', ['a', 'b']],
    ['bytes', [Uint8Array.of(1), Uint8Array.of(2)]],
    ['objects', [{ a: [1] }, { a: [2] }]],
    ['errors', [new Error('a'), new Error('b')]],
    ['functions, which look alike', [() => 'a', () => 'b']],
  ])('but for the value of a response: %s', (_name, values) => {
    const { all, states } = both(
      (world) => {
        const log: string[] = [];
        const operation = new TimedOperation<unknown>(
          world.runtime,
          { complete: () => log.push('complete') },
          undefined,
        );
        if (operation.submit(() => {})) operation.arm(100);
        world.anytime('response', () => operation.respond(world.choose('value', values)));
        world.anytime('other', () => log.push('other'), { after: ['response'] });
        return { log, operation };
      },
      ({ log, operation }) => `${log} ${operation.outcome} ${values.indexOf(operation.value)}`,
    );
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
  });

  test('but for a limit that has moved', () => {
    const { all, states } = both(
      (world) => {
        const log: string[] = [];
        const operation = new TimedOperation<string>(world.runtime, {}, undefined);
        if (operation.submit(() => {})) operation.arm(100);
        world.anytime('extend', () => operation.extend(world.choose('by', [100, 200])));
        world.anytime('other', () => log.push(`other@${world.now}`), { after: ['extend'] });
        world.at(150, 'response', () => operation.respond('a'));
        return { log, operation };
      },
      ({ log, operation }) => `${log} ${operation.outcome}`,
    );
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
  });

  test('but for what is held', () => {
    const { all, states } = both(
      (world) => {
        const log: string[] = [];
        world.anytime('hold', () => {
          const kind = world.choose('kind', ['socket', 'file']);
          const release = world.track(kind);
          world.anytime('release', () => {
            log.push(kind);
            release();
          });
        });
        world.anytime('other', () => log.push('other'), { after: ['hold'] });
        return log;
      },
      (log) => log.join(),
    );
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
  });
});

describe('every way on is taken once', () => {
  /** Steps that lead back to where they began: the states go round. */
  const rounds: Probe<{ at: number }> = {
    name: 'rounds',
    setup(world) {
      const place = { at: 0 };
      const turn = (by: number) => () => {
        place.at = (place.at + by) % 5;
        world.anytime(`by ${by}`, turn(by), { maybe: true });
      };
      world.anytime('by 1', turn(1), { maybe: true });
      world.anytime('by 2', turn(2), { maybe: true });
      return place;
    },
    state: ({ at }) => at,
    outcome: ({ at }) => String(at),
  };

  test('also where states go round', () => {
    const report = explore(rounds, { strategy: 'exhaustive' });
    expect(report.complete).toBe('exhaustive');
    expect(report.failures).toEqual([]);
    expect([...report.outcomes.keys()].sort()).toEqual(['0', '1', '2', '3', '4']);
  });
});

test('what an event still waits for is part of a state', () => {
  const event = new EventStep({} as World);
  event.after = [1, 2];
  const happened = new Happened();
  const hashes = [[], [1], [2]].map((labels) => {
    const hash = new StateHash();
    hash.clear();
    happened.begin();
    for (const label of labels) happened.add(label);
    expect(happened.allBefore(event)).toBe(false);
    happened.hash(event, hash);
    return hash.low;
  });
  expect(new Set(hashes).size).toBe(3);
});
