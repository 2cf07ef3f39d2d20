import { DECODING, type OperationHooks, TimedOperation } from 'timed-operation';
import type { Probe, World } from 'timed-operation/testing';

type Operation = TimedOperation<string, string, number>;

/** What the core probes are made of; a mutant hands in another class. */
export interface CoreProbeOptions {
  readonly operations: number;
  /** Each operation may also be disconnected. */
  readonly disconnect?: boolean;
  /** The first operation may also fail. */
  readonly failure?: boolean;
  /** The loop may be kept busy past both limits. */
  readonly lag?: boolean;
  /** Limits are equal, so that they come due together. */
  readonly ties?: boolean;
  /** For so many operations, decoding ends in an event of its own. */
  readonly asyncDecodes?: number;
  /** For so many operations, somebody listens for late outcomes: for all by default. */
  readonly listens?: number;
  /** Leave the state out, so that nothing is cut short. */
  readonly unpruned?: boolean;
  readonly operation?: typeof TimedOperation;
}

const send = () => {};
const values = ['A', 'B', 'C', 'D'];
const responses = ['a', 'b', 'c', 'd'] as const;
const names = (what: string) => responses.map((_, index) => `${what}${index}`);
const [responds, cancels, decodes] = [names('response'), names('cancel'), names('decode ends ')];

/** Some operations side by side: each may be answered, cancelled or disconnected at any moment, or run into its limit. */
export function coreProbe(options: CoreProbeOptions): Probe<void> {
  const { operations, disconnect = false, ties = false, asyncDecodes = 0, operation: Class = TimedOperation } = options;
  let world: World;
  const hooks: OperationHooks<string, string, number> = {
    cancelOperation() {},
    cancelDecoding() {},
    recordTimeout() {},
    decode(response, operation) {
      if (operation.data >= asyncDecodes) return response.toUpperCase();
      world.anytime(decodes[operation.data] as string, () => operation.decoded(response.toUpperCase()), {
        lane: 'decode',
      });
      return DECODING;
    },
  };
  const listening: typeof hooks = { ...hooks, late() {} };
  const listens = options.listens ?? operations;
  const start = (index: number): Operation => {
    const operation = new Class<string, string, number>(world.runtime, index < listens ? listening : hooks, index);
    world.expect(operation, values[index]);
    if (operation.submit(send)) operation.arm(ties ? 100 : 100 + index * 20);
    world.anytime(responds[index] as string, () => operation.respond(responses[index] as string));
    world.anytime(cancels[index] as string, () => operation.cancel());
    if (options.failure === true && index === 0) {
      world.anytime('failure0', () => operation.fail('broken'), { maybe: true });
    }
    return operation;
  };
  const probe: Probe<void> = {
    name: `core, ${operations} operations`,
    setup(given) {
      world = given;
      const started: Operation[] = [];
      for (let index = 0; index < operations; index++) started.push(start(index));
      if (disconnect) {
        const disconnectAll = () => {
          for (const each of started) each.internalCancel();
        };
        world.anytime('disconnect', disconnectAll, { maybe: true });
      }
      if (options.lag === true) world.lag(150);
    },
  };
  return options.unpruned === true ? probe : { ...probe, state: () => 0 };
}
