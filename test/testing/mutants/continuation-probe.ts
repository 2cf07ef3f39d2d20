import { type OperationHooks, type Runtime, TimedOperation } from 'timed-operation';
import type { Probe, World } from 'timed-operation/testing';
import type { OperationClass } from './core-mutant-probes.ts';

/** What operations share that complete one after the other. */
export interface Told {
  readonly names: string[];
  /** A continuation has thrown. */
  threw: boolean;
}

const NAMES = ['a', 'b', 'c'];

/** Three operations, side by side. The continuation of each throws or does not: that is explored. */
export function continuationProbe(
  Class: OperationClass = TimedOperation,
  runtimeOf: (world: World) => Runtime = (world) => world.runtime,
): Probe<Told> {
  return {
    name: 'throwing continuations',
    setup(world) {
      const told: Told = { names: [], threw: false };
      const runtime = runtimeOf(world);
      const hooks: OperationHooks<string, string, Told> = {
        complete({ name = '' }) {
          told.names.push(name);
          if (world.choose(`${name} throws`, ['no', 'yes']) === 'no') return;
          told.threw = true;
          world.expectHookErrors(1);
          throw new Error(`the continuation of ${name} throws`);
        },
      };
      for (const name of NAMES) {
        const operation = new Class<string, string, Told>(runtime, hooks, told, { name });
        if (operation.submit(() => {})) operation.arm(100);
        world.anytime(`response ${name}`, () => operation.respond(name), { maybe: true, lane: 'net' });
        if (name === 'b') world.anytime('cancel b', () => operation.cancel(), { maybe: true });
      }
      return told;
    },
    quiet({ names }, world) {
      world.always([...names].sort().join() === NAMES.join(), `told, in this order: ${names.join()}`);
    },
    state: ({ names, threw }) => `${names.join()} ${threw}`,
  };
}
