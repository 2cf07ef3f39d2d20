import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raceBreach } from './race-breach.ts';

const { RACE_RUNS = '200000' } = process.env;
const RUNS = Number(RACE_RUNS);

test(`one winner, and losers change nothing: ${RUNS} interleavings go as the model says`, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80, size: 'max' }), (tape) => {
      const breach = raceBreach(tape);
      if (breach !== undefined) throw new Error(breach.story);
    }),
    { numRuns: RUNS },
  );
  expect(RUNS).toBeGreaterThan(0);
});
