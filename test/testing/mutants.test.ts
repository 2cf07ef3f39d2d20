import { DECODING, TimedOperation } from 'timed-operation';
import { explore, type Monitor, timedOperationInvariants } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { listenTo } from '../../src/core/signal.ts';
import { continuationProbe } from './mutants/continuation-probe.ts';
import {
  decodeProbe,
  doorProbe,
  hooksProbe,
  lateFireProbe,
  queuedProbe,
  raceProbe,
} from './mutants/core-mutant-probes.ts';
import { coreMutants } from './mutants/core-mutants.ts';
import { laterPipelineMutants } from './mutants/later-pipeline-mutants.ts';
import { pipelineMutants } from './mutants/pipeline-mutants.ts';
import { halfCloseProbe, pipelineProbe } from './mutants/pipeline-probes.ts';

const mutants = [...coreMutants, ...pipelineMutants, ...laterPipelineMutants];

describe('the default strategy', () => {
  test.each(mutants)('kills the mutant "$name"', (mutant) => {
    const [failure] = explore(mutant.probe()).failures;
    expect(failure, `survived, though it shows in: ${mutant.shows}`).toBeDefined();
    expect(failure?.deviations).toBeLessThanOrEqual(3);
    const again = explore(mutant.probe(), { strategy: { replay: failure?.token ?? '' } });
    expect(again.problems.filter((each) => each.includes('no longer fits'))).toEqual([]);
    expect(again.failures[0]?.rule).toBe(failure?.rule);
  });

  test.each([
    raceProbe(),
    decodeProbe(),
    doorProbe(),
    queuedProbe(),
    lateFireProbe(),
    continuationProbe(),
    hooksProbe({ TimedOperation, DECODING, listenTo }),
    halfCloseProbe(),
    pipelineProbe(),
    pipelineProbe(undefined, { faults: { split: 'each-byte', merge: true } }),
    pipelineProbe(undefined, { faults: { reset: true } }),
    pipelineProbe(undefined, { lasts: true }),
    pipelineProbe(undefined, { faults: { drop: true }, window: 1 }),
    pipelineProbe(undefined, { third: true, window: 1 }),
    pipelineProbe(undefined, { window: 1 }),
    pipelineProbe(undefined, { third: true, window: 3 }),
  ])('finds nothing in what is right: $name', (probe) => {
    expect(explore(probe as ReturnType<typeof raceProbe>).failures).toEqual([]);
  });
});

test('there are two mutants or more for each of the ten classes of real bugs', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(30);
  for (let bugClass = 1; bugClass <= 10; bugClass++) {
    const count = mutants.filter((mutant) => mutant.bugClass === bugClass).length;
    expect(count, `class ${bugClass}`).toBeGreaterThanOrEqual(2);
  }
});

/** Rules that kill no mutant of their own, and why they stay. */
const JUSTIFIED: Readonly<Record<string, string>> = {
  'one-winner': 'what it forbids, the sequential cell forbids too; it says it in the words of the race',
  'cancel-after-decision': 'a part of the sequential cell, which a user of an adapter meets first',
  'internal-cancel': 'a part of the sequential cell, with the consequence: a response thrown away',
};

test('each rule kills a mutant that no other kills, or says why it stays', () => {
  const only = new Set<string>();
  for (const mutant of mutants) {
    const deviations = explore(mutant.probe()).failures[0]?.deviations ?? 3;
    const alone = (monitor: Monitor) =>
      explore(mutant.probe(), { monitors: [monitor], strategy: { deviations } }).failures[0]?.rule === monitor.name;
    const [killer, another] = timedOperationInvariants.filter(alone);
    if (killer !== undefined && another === undefined) only.add(killer.name);
  }
  const idle = timedOperationInvariants.map((each) => each.name).filter((name) => !only.has(name));
  expect(idle).toEqual(Object.keys(JUSTIFIED));
});
