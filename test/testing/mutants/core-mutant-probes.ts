import { DECODING, type OperationHooks, TimedOperation } from 'timed-operation';
import type { Probe } from 'timed-operation/testing';

export type OperationClass = typeof TimedOperation;
type Operation = TimedOperation<string, string, undefined>;
type Hooks = OperationHooks<string, string, undefined>;

const hooks: Hooks = {
  cancelOperation() {},
  cancelDecoding() {},
  recordTimeout() {},
  timedOut() {},
  decode: (response) => response.toUpperCase(),
  late() {},
};
const send = () => {};

/** Two operations: one on a caller's signal, one that may fail; a connection that may break; a loop that may stall. */
export function raceProbe(Class: OperationClass = TimedOperation): Probe<void> {
  return {
    name: 'race',
    setup(world) {
      const first: Operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'a' });
      const second: Operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'b' });
      world.expect(first, 'A');
      world.expect(second, 'B');
      if (first.submit(send)) first.arm(100);
      if (second.submit(send)) second.arm(100);
      world.anytime('response a', () => first.respond('a'), { maybe: true, lane: 'net' });
      world.anytime('response b', () => second.respond('b'), { lane: 'net' });
      world.anytime('cancel a', () => first.cancel(), { maybe: true });
      world.anytime('cancel b', () => second.cancel(), { maybe: true });
      world.anytime('failure b', () => second.fail(new Error('broken')), { maybe: true, lane: 'net' });
      const disconnect = () => {
        first.internalCancel();
        second.internalCancel();
      };
      world.anytime('disconnect', disconnect, { maybe: true, lane: 'net' });
      world.lag(250);
    },
  };
}

/** One operation of `timed`'s kind on a caller's signal. */
export function signalProbe(
  Class: OperationClass,
  listen: (operation: Operation, signal: object) => void,
): Probe<void> {
  return {
    name: 'signal',
    setup(world) {
      const operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'a' });
      listen(operation, world.abort('abort', { maybe: true }));
      if (operation.submit(send)) operation.arm(100);
      world.anytime('response', () => operation.respond('a'), { maybe: true });
      world.anytime('failure', () => operation.fail(new Error('broken')), { maybe: true });
    },
  };
}

/** Decoding that takes its time, and may fail. */
export function decodeProbe(Class: OperationClass = TimedOperation): Probe<void> {
  return {
    name: 'decode',
    setup(world) {
      const later: Hooks = {
        ...hooks,
        decode: (response, operation) => {
          const how = world.choose('decode', ['at once', 'throws', 'later', 'fails later']);
          if (how === 'at once') return response;
          if (how === 'throws') throw new Error('no such value');
          const end = () => (how === 'later' ? operation.decoded(response) : operation.decodeFailed(new Error('bad')));
          world.anytime('decode ends', end, { lane: 'decode' });
          return DECODING;
        },
      };
      const operation = new Class<string, string, undefined>(world.runtime, later, undefined, { name: 'a' });
      if (operation.submit(send)) operation.arm(100);
      world.anytime('response', () => operation.respond('a'));
      world.anytime('cancel', () => operation.cancel(), { maybe: true });
      world.anytime('disconnect', () => operation.internalCancel(), { maybe: true });
    },
  };
}

/** Refused at the door, or decided while it is being submitted. */
export function doorProbe(Class: OperationClass = TimedOperation): Probe<void> {
  return {
    name: 'door',
    setup(world) {
      const operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'a' });
      const how = world.choose('submit', [
        'waits',
        'expired',
        'cancelled before',
        'cancels inside',
        'answers inside',
        'throws',
      ]);
      if (how === 'expired') {
        operation.at = world.now;
        if (operation.expire(world.now)) operation.afterDecision();
        return;
      }
      if (how === 'cancelled before') operation.cancel();
      const waits = operation.submit(() => {
        if (how === 'cancels inside') operation.cancel();
        if (how === 'answers inside') operation.respond('a');
        if (how === 'throws') throw new Error('not sent');
      });
      world.always(waits === (how === 'waits'), `submit returned ${waits} though it was told: ${how}`);
      if (waits) operation.arm(100);
      world.anytime('cancel', () => operation.cancel(), { maybe: true });
    },
  };
}

/** Submitted and armed some time after it was made, as from a queue. */
export function queuedProbe(Class: OperationClass = TimedOperation): Probe<void> {
  return {
    name: 'queued',
    setup(world) {
      const operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'a' });
      world.at(30, 'its turn', () => {
        if (operation.submit(send)) operation.arm(100);
        world.anytime('response', () => operation.respond('a'), { maybe: true });
      });
      world.lag(40);
    },
  };
}
