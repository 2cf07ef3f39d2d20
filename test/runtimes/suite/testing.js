import { DECODING, isTimeoutError, TimedOperation, timed } from 'timed-operation';
import { explore, exploreAsync, ManualRuntime, raceHtml } from 'timed-operation/testing';
import { never, ok, rejection, same } from './checks.js';
import { foundBy } from './found.js';
import { twoGets } from './line-client.js';

const oneOperation = {
  name: 'one operation',
  setup(world) {
    const hooks = {
      decode: (value, operation) => {
        world.anytime('decode ends', () => operation.decoded(value.toUpperCase()));
        return DECODING;
      },
    };
    const operation = new TimedOperation(world.runtime, hooks, undefined);
    world.expect(operation, 'A');
    if (operation.submit(() => {})) operation.arm(100);
    world.anytime('response', () => operation.respond('a'));
    world.anytime('failure', () => operation.fail('broken'), { maybe: true });
    world.anytime('cancel', () => operation.cancel(), { maybe: true });
    world.anytime('disconnect', () => operation.internalCancel(), { maybe: true });
    world.lag(150);
    return operation;
  },
  outcome: (operation) => operation.outcome,
};

/** A response that is taken from whoever cancelled: the rule that forbids it must be the one that says so. */
const broken = {
  name: 'a response after all: 100 %',
  setup(world) {
    const operation = new TimedOperation(world.runtime, {}, undefined);
    if (operation.submit(() => {})) operation.arm(50);
    let given;
    world.anytime('cancel', () => operation.cancel(), { maybe: true });
    world.anytime('response', () => {
      operation.respond('a');
      given = 'a';
    });
    world.anytime('look', () => world.always(operation.outcome !== 'cancelled' || given === undefined, 'given twice'), {
      after: ['response'],
    });
  },
};

/** Manual time and the explorer of races: the same runs in every runtime. */
export const testing = {
  'manual time moves when it is told to': async () => {
    const runtime = new ManualRuntime();
    const call = timed(never, { timeout: 100, runtime });
    const refused = rejection(call);
    runtime.advance(99);
    same(call.operation.outcome, undefined);
    runtime.advance(1);
    same(call.operation.outcome, 'timedOut');
    ok(isTimeoutError(await refused), 'no timeout');
  },

  'every run of one operation is made, and no race found': async () => {
    const report = explore(oneOperation, { strategy: 'exhaustive' });
    same([report.ok, report.complete], [true, 'exhaustive']);
    same([report.schedules, Object.fromEntries(report.outcomes)], [foundBy.schedules, foundBy.outcomes]);
  },

  'a broken rule is found after as many runs, and shrunk to the same token': async () => {
    const [failure] = explore(broken).failures;
    same([failure.rule, failure.token, failure.foundAfter], [foundBy.rule, foundBy.token, foundBy.after]);
  },

  'the token of a failure replays it, step by step': async () => {
    const [failure] = explore(broken, { strategy: { replay: foundBy.token } }).failures;
    same([failure.message, failure.steps.map(({ label }) => label)], [foundBy.message, foundBy.steps]);
    ok(raceHtml(failure).includes(foundBy.rule), 'its page does not name the rule');
  },

  'the race of a client that awaits is found, and its token replays it': async () => {
    const report = await exploreAsync(twoGets('careless'));
    const [failure] = report.failures;
    same([failure?.token, failure?.message], [foundBy.clientToken, "get('b') gave 'A'"]);
    const again = await exploreAsync(twoGets('careless'), { strategy: { replay: foundBy.clientToken } });
    same(
      again.failures[0]?.steps.map(({ label }) => label),
      failure.steps.map(({ label }) => label),
    );
  },

  'the mended client has none': async () => {
    const { failures, complete } = await exploreAsync(twoGets('careful'), { strategy: { deviations: 1 } });
    same([failures.length, complete], [0, 'deviations 1']);
  },
};
