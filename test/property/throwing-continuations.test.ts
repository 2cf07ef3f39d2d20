import { type Runtime, TimedOperation } from 'timed-operation';
import { explore, exploreAsync, formatReport, timedOperationInvariants, type World } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { CompletionExecutor } from '../../src/core/executor.ts';
import { continuationProbe } from '../testing/mutants/continuation-probe.ts';

/** The executor that is not simulated; each of its turns is a step of the run. */
const realExecutor = (world: World): Runtime => {
  const executor = new CompletionExecutor(world.runtime.clock, (task) => world.anytime('turn', task, { lane: 'exec' }));
  return { ...world.runtime, executor };
};

/** All rules but that completions run on the executor of the world. */
const monitors = timedOperationInvariants.filter(({ name }) => name !== 'executor-only');

describe('a continuation that throws does not stop the next', () => {
  test('in any order of three operations, whichever of them throw', () => {
    const report = explore(continuationProbe(), { strategy: 'exhaustive' });
    expect(report.ok, formatReport(report)).toBe(true);
    expect(report.complete).toBe('exhaustive');
    expect(report.outcomes.get('timedOut, timedOut, timedOut')).toBeGreaterThan(0);
  });

  test('on the executor that is not simulated, where one turn completes many', async () => {
    const report = await exploreAsync(continuationProbe(TimedOperation, realExecutor), {
      strategy: { deviations: 3 },
      monitors,
    });
    expect(report.ok, formatReport(report)).toBe(true);
    expect(report.complete).toBe('deviations 3');
  });

  test('where it is a reaction of a promise', async () => {
    const report = await exploreAsync(
      {
        name: 'throwing reactions',
        setup(world) {
          const told: string[] = [];
          const runtime = realExecutor(world);
          for (const name of ['a', 'b']) {
            const operation = new TimedOperation<string>(runtime, {}, undefined, { name });
            const continuation = () => {
              told.push(name);
              if (world.choose(`${name} throws`, ['no', 'yes']) === 'yes') throw new Error(`${name} throws`);
            };
            world.settles(operation.promise().then(continuation, continuation), name);
            if (operation.submit(() => {})) operation.arm(100);
            world.anytime(`response ${name}`, () => operation.respond(name), { maybe: true, lane: 'net' });
          }
          return told;
        },
        quiet: (told, world) => world.always(told.length === 2, `told: ${told.join()}`),
      },
      { strategy: 'exhaustive', monitors },
    );
    expect(report.ok, formatReport(report)).toBe(true);
    expect(report.complete).toBe('exhaustive');
  });
});
