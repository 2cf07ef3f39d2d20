import { TimedOperation } from 'timed-operation';
import { type ExploreOptions, explore } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { permutations } from './permutations.ts';

describe('every strategy', () => {
  test('that is exhaustive makes each run once', () => {
    const report = explore(permutations, { strategy: 'exhaustive' });
    expect(report.schedules).toBe(6);
    expect([...report.outcomes].sort()).toEqual([
      ['abc', 1],
      ['acb', 1],
      ['bac', 1],
      ['bca', 1],
      ['cab', 1],
      ['cba', 1],
    ]);
  });

  test.each([
    [0, 1],
    [1, 4],
    [2, 6],
    [3, 6],
  ])('that is bounded by %i deviations makes each run within the bound once: %i', (deviations, schedules) => {
    const report = explore(permutations, { strategy: { deviations } });
    expect(report.schedules).toBe(schedules);
    expect([...report.outcomes.values()].every((count) => count === 1)).toBe(true);
    expect(report.complete).toBe(`deviations ${deviations}`);
  });

  test.each<[string, ExploreOptions]>([
    ['random', { strategy: { random: 200 }, seed: 3 }],
    ['pct', { strategy: { pct: 200 }, seed: 3 }],
  ])('that draws by a seed, %s, draws the same again, and meets all there is', (_name, options) => {
    const [once, again] = [explore(permutations, options), explore(permutations, options)];
    expect(once.outcomes).toEqual(again.outcomes);
    expect(once.outcomes.size).toBe(6);
  });

  test('counts data choices as choices', () => {
    const report = explore(
      {
        name: 'data',
        setup: (world) => world.choose('letter', ['x', 'y', 'z']) + world.choose('digit', [1, 2]),
        outcome: (text) => text,
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['x1', 'x2', 'y1', 'y2', 'z1', 'z2']);
  });
});

describe('time', () => {
  test('moves only by a timer, or by lag; the earliest goes first, and equal instants in any order', () => {
    const report = explore(
      {
        name: 'time',
        setup(world) {
          const seen: string[] = [];
          world.at(10, 'ten', () => seen.push(`ten@${world.now}`));
          world.at(10, 'ten too', () => seen.push(`too@${world.now}`));
          world.at(20, 'twenty', () => seen.push(`twenty@${world.now}`));
          return seen;
        },
        outcome: (seen) => seen.join(' '),
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['ten@10 too@10 twenty@20', 'too@10 ten@10 twenty@20']);
  });

  test('events come after those they are said to come after', () => {
    const report = explore(
      {
        name: 'after',
        setup(world) {
          const seen: string[] = [];
          world.anytime('second', () => seen.push('2'), { after: ['first'] });
          world.anytime('first', () => seen.push('1'));
          return seen;
        },
        outcome: (seen) => seen.join(''),
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['12']);
  });
});

test("a platform's own abort signal may be asked for", () => {
  const report = explore({
    name: 'platform signal',
    setup(world) {
      const signal = AbortSignal.any([world.abort('abort', { platform: true })]);
      const operation = new TimedOperation<string>(world.runtime, {}, undefined);
      signal.addEventListener('abort', () => operation.cancel(signal.reason));
      if (operation.submit(() => {})) operation.arm(100);
    },
  });
  expect([...report.outcomes.keys()].sort()).toEqual(['cancelled', 'timedOut']);
});
