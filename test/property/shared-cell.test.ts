import fc from 'fast-check';
import { DECODING, SharedStateCell, TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';

const { RACE_RUNS = '200000' } = process.env;
const numRuns = Math.ceil(Number(RACE_RUNS) / 20);

/** One thread's side of an operation: its own runtime and hooks, and a cell over the same memory. */
class Side {
  readonly runtime: ManualRuntime;
  readonly operation: TimedOperation<string, string>;
  decided = 0;
  completed = 0;
  late = 0;
  refused = 0;

  constructor(buffer: SharedArrayBuffer, decoding: string) {
    this.runtime = new ManualRuntime({ observer: { decide: () => void this.decided++, late: () => void this.late++ } });
    const decode = decoding === 'none' ? {} : { decode: () => (decoding === 'now' ? 'value' : DECODING) };
    const hooks = { complete: () => void this.completed++, ...decode };
    const cell = new SharedStateCell(buffer);
    this.operation = new TimedOperation<string, string>(this.runtime, hooks, undefined, { cell });
  }
}

type Event = (side: Side, other: Side) => unknown;

const heard = (side: Side, won: boolean): void => {
  if (!won) side.refused++;
};

const EVENTS: Record<string, Event> = {
  submit: ({ operation }) => operation.submit(() => {}) && operation.arm(5),
  submitWhileCancelledThere: ({ operation }, other) => operation.submit(() => other.operation.cancel()),
  respond: (side) => heard(side, side.operation.respond('response')),
  fail: (side) => heard(side, side.operation.fail('failure')),
  cancel: ({ operation }) => operation.cancel(),
  internalCancel: ({ operation }) => operation.internalCancel(),
  decoded: (side) => heard(side, side.operation.decoded('value')),
  decodeFailed: (side) => heard(side, side.operation.decodeFailed('corrupt')),
  step: ({ runtime }) => runtime.executor.step(),
  timeout: ({ runtime }) => {
    runtime.clock.moveTo(runtime.now + 6);
    runtime.scheduler.fire(runtime.now);
  },
};

const steps = fc.array(fc.record({ event: fc.constantFrom(...Object.keys(EVENTS)), here: fc.boolean() }), {
  maxLength: 16,
  size: 'max',
});

test('of two sides over one cell one decides and completes, both agree, and neither loses an outcome in silence', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom('none', 'now', 'later'), (all, decoding) => {
      const buffer = new SharedArrayBuffer(4);
      const [a, b] = [new Side(buffer, decoding), new Side(buffer, decoding)];
      for (const { event, here } of all) {
        const before = a.operation.state;
        EVENTS[event]?.(here ? a : b, here ? b : a);
        if (event === 'timeout' && before !== 'WAITING_RESPONSE') expect(a.operation.state).toBe(before);
        expect(a.operation.state).toBe(b.operation.state);
        expect(a.operation.outcome).toBe(b.operation.outcome);
      }
      a.operation.cancel();
      for (const { runtime } of [a, b]) runtime.advance(100);
      expect(a.operation.state).toBe('DECIDED');
      expect(a.operation.outcome).toBe(b.operation.outcome);
      expect([a.decided, b.decided].toSorted()).toEqual([0, 1]);
      expect([a.completed, b.completed]).toEqual([a.decided, b.decided]);
      for (const side of [a, b]) {
        expect(side.late).toBeGreaterThanOrEqual(side.refused);
        expect([side.runtime.armed, side.runtime.executor.queued]).toEqual([0, 0]);
      }
    }),
    { numRuns },
  );
});
