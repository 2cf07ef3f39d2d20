import fc from 'fast-check';
import { TimedOperation } from 'timed-operation';
import { runWith, runWithAsync, schedules } from 'timed-operation/testing/fast-check';
import { LineClient } from './line-client.mjs';
import { twoGets } from './two-gets.mjs';

/** As many operations as there are limits; each may be answered at any moment, or never. */
const operations = (limits) => ({
  name: 'operations',
  setup(world) {
    for (const [index, ms] of limits.entries()) {
      const operation = new TimedOperation(world.runtime, {}, undefined);
      if (operation.submit(() => {})) operation.arm(ms);
      world.anytime(`response ${index}`, () => operation.respond(index), { maybe: true });
    }
  },
});

const limits = fc.array(fc.nat(200), { maxLength: 4 });
fc.assert(fc.property(schedules(), limits, (schedule, ms) => runWith(operations(ms), schedule)));

// Code that awaits: the same with an asynchronous property. This one fails, and says how.
const gets = fc.asyncProperty(schedules(), (schedule) => runWithAsync(twoGets(LineClient), schedule));
const { failed, counterexample } = await fc.check(gets, { seed: 1, numRuns: 1_000 });
console.log(failed); //=> true
console.info(String(counterexample[0])); // Schedule([…], replay: 'rt1:…')
