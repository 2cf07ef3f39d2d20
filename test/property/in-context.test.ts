import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRule } from './broken-rule.ts';
import { RaceScript } from './race-script.ts';
import { RaceTrace } from './race-trace.ts';
import { RealRace } from './real-race.ts';

const { RACE_RUNS = '200000' } = process.env;
const numRuns = Math.ceil(Number(RACE_RUNS) / 50);

test('the rules hold for hooks that run in the context of the call, microtasks later than the decision', async () => {
  const trace = new RaceTrace();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 80, size: 'max' }), async (tape) => {
      const script = new RaceScript(tape, trace);
      const race = new RealRace(script.setup, script);
      const signals = script.setup.operations.map((_, index) => race.signal(index));
      for (const _ of script.moments(race)) await null;
      do await null;
      while (race.step());
      expect(brokenRule(trace, script.setup.operations)).toBeUndefined();
      expect([race.armed, race.queued, race.undecided, race.listeners]).toEqual([0, 0, 0, 0]);
      for (const [index, signal] of signals.entries()) {
        const outcome = race.outcome(index);
        if (outcome === 'fulfilled') expect(signal.aborted).toBe(false);
        if (outcome === 'timedOut' || outcome === 'cancelled') expect(signal.aborted).toBe(true);
      }
    }),
    { numRuns },
  );
});
