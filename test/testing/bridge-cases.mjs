// What must hold in every runner: each case is a sentence and a function. `timed-operation` is the built package, as a user has it.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TimedOperation, timed } from 'timed-operation';
import { assertRacesAsync } from 'timed-operation/testing';
import { runWith, schedules } from 'timed-operation/testing/fast-check';

/** An operation that takes a response which came after its timeout. */
class TakesLateResponse extends TimedOperation {
  respond(response) {
    if (super.respond(response)) return true;
    if (this.outcome !== 'timedOut') return false;
    this.cell = 3;
    this.result = response;
    return true;
  }
}

const probeFor = (Operation, timeouts) => ({
  name: 'limits as data',
  setup(world) {
    for (const [index, timeout] of timeouts.entries()) {
      const operation = new Operation(world.runtime, {}, undefined, { name: `op${index}` });
      if (operation.submit(() => {})) operation.arm(timeout);
      world.anytime(`response${index}`, () => operation.respond(index), { maybe: true });
    }
  },
});

const timeouts = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 4 });
const propertyOf = (Operation) =>
  fc.property(schedules(), timeouts, (schedule, limits) => runWith(probeFor(Operation, limits), schedule));

export const cases = [
  ['a property over data and interleaving holds for what is right', () => fc.assert(propertyOf(TimedOperation))],

  [
    'what is wrong is found, and shrunk: one operation, and the fewest steps out of their natural order',
    () => {
      const { failed, counterexample, numShrinks } = fc.check(propertyOf(TakesLateResponse), {
        seed: 7,
        numRuns: 1000,
      });
      assert.equal(failed, true);
      assert.ok(numShrinks > 0);
      const [schedule, limits] = counterexample;
      assert.deepEqual(limits, [0]);
      assert.equal(schedule.choices.filter((choice) => choice > 0).length, 1);
    },
  ],

  [
    'the seed and the path replay what was found',
    () => {
      const first = fc.check(propertyOf(TakesLateResponse), { seed: 7, numRuns: 1000 });
      const { seed, counterexamplePath: path } = first;
      const again = fc.check(propertyOf(TakesLateResponse), { seed, path, endOnFailure: true });
      assert.equal(again.failed, true);
      assert.equal(again.numRuns, 1);
      assert.equal(again.numShrinks, 0);
      assert.equal(String(again.counterexample), String(first.counterexample));
    },
  ],

  [
    '`fc.assert` fails the test with the seed, the path, the schedule and the table of the run',
    () => {
      const run = () => fc.assert(propertyOf(TakesLateResponse), { seed: 7, numRuns: 1000 });
      assert.throws(run, (error) => {
        const text = `${error.message}\n${error.cause?.message ?? ''}`;
        for (const part of [/seed: 7/, /path: "/, /Schedule\(\[/, /one-winner/, /response wins/])
          assert.match(text, part);
        return true;
      });
    },
  ],

  [
    'code that awaits is explored, too',
    () =>
      assertRacesAsync(
        {
          name: 'awaits',
          setup(world) {
            const answer = () => new Promise((resolve) => world.anytime('response', () => resolve('a')));
            const call = timed(answer, { timeout: 100, runtime: world.runtime });
            world.settles(call);
            world.anytime('cancel', () => call.cancel(), { maybe: true });
          },
        },
        {
          strategy: { deviations: 2 },
          outcomes: { fulfilled: 'required', timedOut: 'required', cancelled: 'required' },
        },
      ),
  ],
];
