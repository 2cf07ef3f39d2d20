import * as fc from 'fast-check';
import { TimedOperation } from 'timed-operation';
import { explore, type Probe } from 'timed-operation/testing';
import { runWith, schedules } from 'timed-operation/testing/fast-check';
import { describe, expect, test } from 'vitest';
import { coreMutants } from './mutants/core-mutants.ts';
import { pipelineProbe } from './mutants/pipeline-probes.ts';

function probeFor(timeouts: readonly number[]): Probe<void> {
  return {
    name: 'limits as data',
    setup(world) {
      for (const [index, timeout] of timeouts.entries()) {
        const operation = new TimedOperation(world.runtime, {}, undefined, { name: `op${index}` });
        if (operation.submit(() => {})) operation.arm(timeout);
        world.anytime(`response${index}`, () => operation.respond(index), { maybe: true });
      }
    },
  };
}

test('a property over data and interleaving holds for what is right', () => {
  const timeouts = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(schedules(), timeouts, (schedule, limits) => runWith(probeFor(limits), schedule)));
  fc.assert(fc.property(schedules(), (schedule) => runWith(pipelineProbe(), schedule)));
});

test('a mutant is found, and shrunk to a schedule of few deviations', () => {
  const mutant = coreMutants.find((each) => each.name === 'late success');
  const result = fc.check(
    fc.property(schedules(), (schedule) => runWith(mutant?.probe() as Probe<unknown>, schedule)),
    { seed: 7, numRuns: 1000 },
  );
  expect(result.failed).toBe(true);
  const [schedule] = result.counterexample ?? [];
  const token = String(schedule).match(/replay: '(.+)'/)?.[1] ?? '';
  const again = explore(mutant?.probe() as Probe<unknown>, { strategy: { replay: token } });
  expect(again.failures[0]?.rule).toBe('one-winner');
  const deviations = schedule?.choices.filter((choice) => choice > 0) ?? [];
  expect(deviations.length).toBeLessThanOrEqual(3);
  expect(String(result.errorInstance)).toContain('one-winner');
});

// The same in `node --test` and in Jest: see test/bridge.
const { cases } = (await import(new URL('./bridge-cases.mjs', import.meta.url).href)) as {
  cases: readonly (readonly [string, () => unknown])[];
};

describe('under vitest', () => {
  test.each(cases)('%s', async (_name, run) => {
    await run();
  });
});
