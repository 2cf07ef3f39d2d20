import { type ExploreOptions, explore, formatReport, type Report } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { type CoreProbeOptions, coreProbe } from '../testing/core-probe.ts';

/** Set in the nightly run: what takes longer than a commit should. */
const { TIMED_OPERATION_NIGHTLY } = process.env;
const nightly = TIMED_OPERATION_NIGHTLY === '1';
/** The longest that a nightly proof may take. */
const NIGHTLY_MS = 1_800_000;

function prove(probe: CoreProbeOptions, options: ExploreOptions = {}): Report {
  const report = explore(coreProbe(probe), { strategy: 'exhaustive', ...options });
  expect(report.ok, formatReport(report)).toBe(true);
  expect(report.complete).toBe('exhaustive');
  return report;
}

/** Outcomes that are as they must be for `operations` operations: each may be answered, time out, or be cancelled. */
function allOutcomes(operations: number): string[] {
  const each = ['fulfilled', 'timedOut', 'cancelled'];
  let all = [''];
  for (let count = 0; count < operations; count++) all = all.flatMap((head) => each.map((next) => `${head}, ${next}`));
  return all.map((outcome) => outcome.slice(2));
}

describe('every schedule there is, with no state left out', () => {
  test('two operations and a disconnect', () => {
    const report = prove({ operations: 2, disconnect: true, unpruned: true });
    expect(report.schedules).toBeGreaterThan(40_000);
    expect([...report.outcomes.keys()].sort()).toEqual(allOutcomes(2).sort());
  });

  test('two operations and a stall of the event loop', () => {
    expect(prove({ operations: 2, lag: true, unpruned: true }).schedules).toBeGreaterThan(40_000);
  });

  test('two operations that come due in one instant', () => {
    prove({ operations: 2, ties: true, disconnect: true, unpruned: true });
  });
});

describe('every state there is', () => {
  test('is reached by the same outcomes and orders as every schedule', () => {
    const probe = { operations: 2, disconnect: true, asyncDecodes: 1 } as const;
    const all = prove({ ...probe, unpruned: true });
    const states = prove(probe);
    expect(states.schedules).toBeLessThan(all.schedules);
    expect([...states.outcomes.keys()].sort()).toEqual([...all.outcomes.keys()].sort());
    expect(states.coverage.states).toEqual(all.coverage.states);
    expect(states.coverage.missing()).toEqual(all.coverage.missing());
  });

  test('two operations meet every order of events that can happen', () => {
    prove({ operations: 2, disconnect: true, asyncDecodes: 1 }, { races: 'all' });
  });

  test('three operations', () => {
    const report = prove({ operations: 3 });
    expect([...report.outcomes.keys()].sort()).toEqual(allOutcomes(3).sort());
  });

  test('three operations and a disconnect', () => {
    prove({ operations: 3, disconnect: true, listens: 0, asyncDecodes: 1 });
  });

  test('three operations that come due in one instant, and a stall', () => {
    prove({ operations: 3, ties: true, lag: true, listens: 0 });
  });

  if (nightly) {
    test(
      'four operations',
      () => {
        const report = prove({ operations: 4, asyncDecodes: 4, listens: 1 });
        expect([...report.outcomes.keys()].sort()).toEqual(allOutcomes(4).sort());
        expect(report.deepest).toBeGreaterThanOrEqual(21);
      },
      NIGHTLY_MS,
    );
  }
});

const random = nightly ? 10_000_000 : 100_000;

test(
  `no false alarm in ${random.toLocaleString('en-US')} schedules drawn at random`,
  () => {
    const report = explore(coreProbe({ operations: 2, disconnect: true, failure: true, lag: true }), {
      strategy: { random },
    });
    expect(report.ok, formatReport(report)).toBe(true);
    expect(report.schedules).toBe(random);
  },
  NIGHTLY_MS,
);
