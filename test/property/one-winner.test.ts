import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRule } from './broken-rule.ts';
import { raceBreach } from './race-breach.ts';
import { RaceScript } from './race-script.ts';
import { RaceTrace } from './race-trace.ts';
import { RealRace } from './real-race.ts';

const { RACE_RUNS = '200000' } = process.env;
const numRuns = Number(RACE_RUNS);

const tapes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 80, size: 'max' });

test(`losers change nothing: in ${numRuns} interleavings, all that can be seen is what the model says`, () => {
  expect(numRuns).toBeGreaterThan(0);
  fc.assert(
    fc.property(tapes, (tape) => {
      const breach = raceBreach(tape);
      if (breach !== undefined) throw new Error(breach.story);
    }),
    { numRuns },
  );
});

test('one winner, one completion, the order kept, nothing held at the end: by the rules alone, without the model', () => {
  const trace = new RaceTrace();
  fc.assert(
    fc.property(tapes, (tape) => {
      const script = new RaceScript(tape, trace);
      const race = new RealRace(script.setup, script);
      script.play(race);
      expect(brokenRule(trace, script.setup.operations)).toBeUndefined();
      const { armed, queued, undecided, listeners, listening } = race;
      expect({ armed, queued, undecided, listeners, listening }).toEqual({
        armed: 0,
        queued: 0,
        undecided: 0,
        listeners: 0,
        listening: 0,
      });
    }),
    { numRuns: Math.ceil(numRuns / 10) },
  );
});
