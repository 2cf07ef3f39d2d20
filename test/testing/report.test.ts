import { assertRaces, explore, formatReport, type Probe, type Progress, RaceError } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { coreProbe } from './core-probe.ts';
import { coreMutants } from './mutants/core-mutants.ts';
import { permutations } from './permutations.ts';

describe('a report', () => {
  const broken = coreMutants.find((each) => each.name === 'late failure thrown')?.probe() as Probe<unknown>;

  test('of a failure is thrown with its table, and its token replays it', () => {
    let error: unknown;
    try {
      assertRaces(broken);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RaceError);
    const [failure] = (error as RaceError).report.failures;
    expect((error as RaceError).message).toContain(failure?.token);
    const again = explore(broken, { strategy: { replay: failure?.token ?? '' } });
    expect(again.failures[0]?.message).toBe(failure?.message);
    expect(again.schedules).toBe(1);
  });

  test('shrinks what a random strategy found to what the deviations find', () => {
    const [random] = explore(broken, { strategy: { random: 1000 } }).failures;
    const [plain] = explore(broken).failures;
    expect(random?.deviations).toBe(plain?.deviations);
  });

  test('says so when a token no longer fits', () => {
    const report = explore(permutations, { strategy: { replay: 'rt1:permutations:0000:d<a' } });
    expect(report.problems).toEqual(["the token no longer fits: 'd' never came up in place of 'a'"]);
    expect(report.ok).toBe(false);
  });

  test.each([
    ['late success', 'rt1:race:13f9:wake<response+b', 'one-winner'],
    ['timer survives cancel', 'rt1:race:13f9:cancel+a<response+b', 'disarm-at-once'],
    ['cancel beats a queued completion', 'rt1:race:13f9:cancel+a<complete+a', 'one-winner'],
  ])('replays a token on whatever platform it was made: %s', (name, replay, rule) => {
    const mutant = coreMutants.find((each) => each.name === name);
    const report = explore(mutant?.probe() as Probe<unknown>, { strategy: { replay } });
    expect(report.failures[0]?.rule).toBe(rule);
    expect(report.failures[0]?.token).toBe(replay);
  });

  test('a token outlives an event that has nothing to do with it', () => {
    const more: Probe<string[]> = {
      ...permutations,
      setup(world) {
        world.anytime('unrelated', () => {});
        return permutations.setup(world);
      },
    };
    const report = explore(more, { strategy: { replay: 'rt1:permutations:0000:c<a' } });
    expect(report.problems).toEqual([]);
    expect([...report.outcomes.keys()]).toEqual(['cab']);
  });

  test.each(['', 'rt2:a:b:c', 'rt1:a', 'rt1:a:b:c<'])('refuses %j as a token', (replay) => {
    expect(() => explore(permutations, { strategy: { replay } })).toThrow(SyntaxError);
  });

  test('fails for outcomes that are forbidden, and for those that never came', () => {
    const outcomes = { abc: 'required', xyz: 'required' } as const;
    expect(explore(permutations, { outcomes }).failures[0]?.rule).toBe('outcome');
    const report = explore(permutations, { outcomes, others: 'acceptable' });
    expect(report.problems).toEqual(["the outcome 'xyz' never came"]);
  });

  test('fails for orders and marks that were never exercised', () => {
    const report = explore(coreProbe({ operations: 1 }), { races: ['response', 'internalCancel'], marks: ['never'] });
    expect(report.problems).toEqual([
      'this order was never exercised: response, internalCancel',
      'this order was never exercised: response, completion, internalCancel',
      'this order was never exercised: internalCancel, response',
      'this order was never exercised: internalCancel, completion, response',
      'this was never exercised: internalCancel in WAITING_RESPONSE',
      'this was never exercised: internalCancel in fulfilled',
      "the mark 'never' was never reached",
    ]);
  });

  test('points out outcomes that are interesting', () => {
    const report = explore(permutations, { outcomes: { cba: 'interesting' }, others: 'acceptable' });
    expect(report.ok).toBe(true);
    expect(report.interesting).toEqual(['cba']);
    expect(formatReport(report)).toContain("interesting: the outcome 'cba' came in 2 runs");
  });

  test('of the default strategy says which bound was completed, also within a budget', () => {
    const small = explore(permutations);
    expect(small.complete).toBe('exhaustive');
    const large = explore(coreProbe({ operations: 3, disconnect: true, lag: true, unpruned: true }), { budgetMs: 30 });
    expect(large.complete).toMatch(/^deviations [0-3]$/);
  });

  test('tells the progress of a long check', () => {
    const told: Progress[] = [];
    explore(coreProbe({ operations: 2, disconnect: true }), {
      budgetMs: 2500,
      strategy: { random: 10_000_000 },
      progress: (each) => told.push(each),
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]?.strategy).toContain('random');
  });
});
