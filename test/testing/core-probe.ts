import { type OperationHooks, TimedOperation } from 'timed-operation';
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
  /** Decoding ends in an event of its own, for the first operation. */
  readonly asyncDecode?: boolean;
  /** Nobody listens for late outcomes. */
  readonly deaf?: boolean;
  /** Leave the state out, so that nothing is cut short. */
  readonly unpruned?: boolean;
  readonly operation?: typeof TimedOperation;
}

const hooks: OperationHooks<string, string, number> = {
  cancelOperation() {},
  cancelDecoding() {},
  recordTimeout() {},
  decode: (response) => response.toUpperCase(),
  late() {},
};
const deafHooks: OperationHooks<string, string, number> = { ...hooks };
delete deafHooks.late;

const send = () => {};
const values = ['A', 'B', 'C', 'D'];

/** Some operations side by side: each may be answered, cancelled or disconnected at any moment, or run into its limit. */
export function coreProbe(options: CoreProbeOptions): Probe<void> {
  const { operations, disconnect = false, ties = false, operation: Class = TimedOperation } = options;
  const probe: Probe<void> = {
    name: `core, ${operations} operations`,
    setup(world) {
      for (let index = 0; index < operations; index++) start(world, index);
      if (disconnect) {
        const made = started.slice();
        const disconnectAll = () => {
          for (const each of made) each.internalCancel();
        };
        world.anytime('disconnect', disconnectAll, { maybe: true });
      }
      if (options.lag === true) world.lag(150);
      started.length = 0;
    },
  };
  const started: Operation[] = [];
  const start = (world: World, index: number) => {
    const operation = new Class<string, string, number>(
      world.runtime,
      options.deaf === true ? deafHooks : hooks,
      index,
    );
    world.expect(operation, values[index]);
    if (operation.submit(send)) operation.arm(ties ? 100 : 100 + index * 20);
    world.anytime(`response${index}`, () => operation.respond(String.fromCharCode(97 + index)));
    world.anytime(`cancel${index}`, () => operation.cancel());
    if (options.failure === true && index === 0)
      world.anytime('failure0', () => operation.fail('broken'), { maybe: true });
    if (disconnect) started.push(operation);
  };
  return options.unpruned === true ? probe : { ...probe, state: () => 0 };
}
