import {
  type ExploreOptions,
  explore,
  exploreAsync,
  formatReport,
  ManualRuntime,
  type Probe,
  type World,
} from 'timed-operation/testing';
import { runWith, Schedule, schedules } from 'timed-operation/testing/fast-check';
import { describe, expect, test } from 'vitest';

const probe: Probe<void> = { name: 'nothing', setup() {} };

describe('a check', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['an option', { stratgy: 'natural' }, "has no option 'stratgy'; it has strategy, budgetMs, maxSchedules"],
    ['a strategy', { strategy: 'exhaustiv' }, "`strategy` to be 'auto', 'natural', 'exhaustive', { deviations }"],
    ['a strategy of its own', { strategy: { deviation: 2 } }, "got 'deviation'"],
    ['a part of a strategy', { strategy: { pct: 10, dept: 3 } }, "got 'pct,dept'"],
    ['a grade', { outcomes: { fulfilled: 'requird' } }, "got 'requird'"],
    ['the grade of others', { others: 'forbiden' }, "got 'forbiden'"],
    ['an event', { races: ['respose'] }, "got 'respose'"],
  ];
  test.each(wrong)('refuses %s that is misspelt, and says which there are', async (_, options, said) => {
    expect(() => explore(probe, options as ExploreOptions)).toThrow(TypeError);
    expect(() => explore(probe, options as ExploreOptions)).toThrow(said);
    await expect(exploreAsync(probe, options as ExploreOptions)).rejects.toThrow(said);
    expect(() => runWith(probe, new Schedule([]), options as ExploreOptions)).toThrow(said);
  });

  test.each([
    ['a function', () => {}],
    ['nothing', undefined],
    ['an object without a name', { setup() {} }],
  ])('refuses %s for a probe', (_, given) => {
    expect(() => explore(given as never)).toThrow(/Expected `probe/);
  });
});

describe('a world', () => {
  const said = (act: (world: World) => unknown) =>
    formatReport(
      explore({
        name: 'misspelt',
        setup(world) {
          act(world);
        },
      }),
    );

  test('refuses a fault that it does not have', () => {
    expect(said((world) => world.pipe({ resets: true } as never))).toContain(
      "`world.pipe` has no option 'resets'; it has split, merge, drop",
    );
  });

  test('refuses an option of an event that it does not have', () => {
    expect(said((world) => world.anytime('x', () => {}, { maybee: true } as never))).toContain(
      "has no option 'maybee'",
    );
    expect(said((world) => world.abort('x', { platfrom: true } as never))).toContain("has no option 'platfrom'");
    expect(said((world) => world.abort('x', { platform: true, maybe: true }))).toContain('no race found');
  });
});

test('a manual runtime refuses an option that it does not have', () => {
  expect(() => new ManualRuntime({ start: 5 } as never)).toThrow("has no option 'start'; it has now, observer");
});

test('schedules refuse an option that they do not have', () => {
  expect(() => schedules({ max: 5 } as never)).toThrow("has no option 'max'; it has maxChoices, maxBranch");
});
