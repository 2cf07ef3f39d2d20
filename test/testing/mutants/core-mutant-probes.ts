import { DECODING, type OperationHooks, TimedOperation } from 'timed-operation';
import type { Probe } from 'timed-operation/testing';
import { extrasOf } from '../../../src/core/operation-extras.ts';
import type { listenTo } from '../../../src/core/signal.ts';

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
      world.anytime('response b again', () => second.respond('b'), { maybe: true, lane: 'net' });
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
export function decodeProbe(Class: OperationClass = TimedOperation, later: typeof DECODING = DECODING): Probe<void> {
  return {
    name: 'decode',
    setup(world) {
      const slow: Hooks = {
        ...hooks,
        decode: (response, operation) => {
          const how = world.choose('decode', ['at once', 'throws', 'later', 'fails later']);
          if (how === 'at once') return response;
          if (how === 'throws') throw new Error('no such value');
          const end = () => (how === 'later' ? operation.decoded(response) : operation.decodeFailed(new Error('bad')));
          world.anytime('decode ends', end, { lane: 'decode' });
          return later;
        },
      };
      const operation = new Class<string, string, undefined>(world.runtime, slow, undefined, { name: 'a' });
      if (operation.submit(send)) operation.arm(100);
      world.anytime('response', () => operation.respond('a'));
      world.anytime('decoded at any time', () => operation.decoded('x'), { maybe: true, lane: 'decode' });
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
        'again inside',
        'out of time inside',
        'out of time, then throws',
      ]);
      if (how === 'expired') {
        operation.at = world.now;
        if (operation.expire(world.now)) operation.afterDecision();
        return;
      }
      if (how === 'cancelled before') operation.cancel();
      if (how.startsWith('out of time')) {
        operation.at = world.now + 10;
        operation.limitMs = 10;
      }
      const waits = operation.submit(() => {
        if (how.startsWith('out of time')) world.burn(20);
        if (how === 'out of time inside') spendAll(operation);
        if (how === 'cancels inside') operation.cancel();
        if (how === 'answers inside') operation.respond('a');
        if (how === 'again inside') world.always(!operation.submit(send), 'it was submitted twice');
        if (how.endsWith('throws')) throw new Error('not sent');
      });
      world.always(
        waits === (how === 'waits' || how === 'again inside'),
        `submit returned ${waits} though it was told: ${how}`,
      );
      world.always(!how.endsWith('throws') || operation.outcome === 'failed', 'it threw, and did not fail');
      world.always(operation.arm(100) === waits, 'arm and submit did not agree');
      world.anytime('cancel', () => operation.cancel(), { maybe: true });
    },
  };
}

/** Looks at the clock, as a work that blocks does. */
function spendAll(operation: Operation): void {
  try {
    operation.throwIfExpired();
  } catch {
    // It is the operation's outcome that counts.
  }
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

/** A fire of its timer that is queued already when it is disarmed. */
export function lateFireProbe(Class: OperationClass = TimedOperation): Probe<void> {
  return {
    name: 'late fire',
    setup(world) {
      world.lateFires();
      world.lag(150);
      const operation = new Class<string, string, undefined>(world.runtime, hooks, undefined, { name: 'a' });
      if (operation.submit(send)) operation.arm(100);
      world.anytime('response', () => operation.respond('a'), { maybe: true });
      world.anytime('cancel', () => operation.cancel(), { maybe: true });
    },
  };
}

/** Two operations on one signal, hooks that throw, and late outcomes that are heard. */
export function hooksProbe(core: CoreParts): Probe<void> {
  return {
    name: 'hooks',
    setup(world) {
      const operations: Operation[] = [];
      const throwing = world.choose('throws', ['nothing', 'recordTimeout', 'cancelOperation', 'cancelDecoding']);
      const say = (name: string) => {
        if (name !== throwing) return;
        world.expectHookErrors(1);
        throw new Error(`${name} throws`);
      };
      const signal = world.abort('abort', { maybe: true });
      const loud: Hooks = {
        ...hooks,
        recordTimeout: () => say('recordTimeout'),
        cancelDecoding: () => say('cancelDecoding'),
        cancelOperation: () => {
          const undecided =
            signal.aborted && operations.some((each) => each.name !== 'b' && each.state === 'WAITING_RESPONSE');
          world.always(!undecided, 'a hook ran before all on the signal were decided');
          say('cancelOperation');
        },
      };
      for (const name of ['a', 'b', 'c']) {
        const operation: Operation = new core.TimedOperation<string, string, undefined>(
          world.runtime,
          loud,
          undefined,
          { name },
        );
        operations.push(operation);
        // One of them is on no signal.
        if (name !== 'b') extrasOf(operation).places = core.listenTo(signal, operation, world.runtime.scheduler);
        if (operation.submit(send)) operation.arm(100);
      }
      const [a, b] = operations;
      world.anytime('response a', () => a?.respond('a'), { maybe: true });
      world.anytime('failure b', () => b?.fail(new Error('broken')), { maybe: true });
    },
  };
}

/** What a probe takes of the core under test. */
export interface CoreParts {
  readonly TimedOperation: OperationClass;
  readonly DECODING: typeof DECODING;
  readonly listenTo: typeof listenTo;
}
