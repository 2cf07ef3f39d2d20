import fc from 'fast-check';
import { TimedOperation } from 'timed-operation';
import { runWith, schedules } from 'timed-operation/testing/fast-check';
import { ok, same } from './checks.js';

function probeFor(limits, check) {
  return {
    name: 'limits as data',
    setup(world) {
      for (const [index, limit] of limits.entries()) {
        const operation = new TimedOperation(world.runtime, {}, undefined, { name: `op${index}` });
        if (operation.submit(() => {})) operation.arm(limit);
        world.anytime(`response${index}`, () => check(world, operation.respond(index)), { maybe: true });
      }
    },
  };
}

const limits = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 4 });

/** Schedules as arbitraries. */
export const fastCheck = {
  'a property over data and order holds for what is right': async () => {
    fc.assert(
      fc.property(schedules(), limits, (schedule, each) =>
        runWith(
          probeFor(each, () => {}),
          schedule,
        ),
      ),
    );
  },

  'a property that is wrong is broken, and shrunk to one call': async () => {
    const wins = (world, won) => world.always(won, 'the response lost');
    const property = fc.property(schedules(), limits, (schedule, each) => runWith(probeFor(each, wins), schedule));
    const { failed, counterexample } = fc.check(property, { seed: 7, numRuns: 1_000 });
    ok(failed, 'not found');
    same(counterexample[1].length, 1);
  },
};
