import fc from 'fast-check';
import { createRuntime, DECODING, type Runtime, TimedOperation } from 'timed-operation';
import { expect, test } from 'vitest';
import { RaceScript } from './race-script.ts';
import { RaceTrace } from './race-trace.ts';
import { keyOf, RealRace } from './real-race.ts';

const { RACE_RUNS = '200000' } = process.env;
const numRuns = Math.ceil(Number(RACE_RUNS) / 100);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Writes down each time the promise settles, and how. */
function settlements(promise: Promise<unknown>): unknown[] {
  const seen: unknown[] = [];
  promise.then(
    (value) => seen.push(`fulfilled ${value}`),
    (reason) => seen.push(`rejected ${keyOf(reason)}`),
  );
  return seen;
}

test('a promise settles as its operation was decided, whether it was asked for before or after', async () => {
  const trace = new RaceTrace();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60, size: 'max' }), async (tape) => {
      const script = new RaceScript(tape, trace);
      const race = new RealRace(script.setup, script);
      const before = script.setup.operations.map((_, index) => (index % 2 === 0 ? race.promise(index) : undefined));
      const seen = before.map((promise) => promise && settlements(promise));
      script.play(race);
      const all = before.map((promise, index) => seen[index] ?? settlements(promise ?? race.promise(index)));
      await turn();
      const expected = before.map((_, index) => [
        race.outcome(index) === 'fulfilled' ? `fulfilled ${race.value(index)}` : `rejected ${race.reason(index)}`,
      ]);
      expect(all).toEqual(expected);
    }),
    { numRuns },
  );
});

type Event = (operation: TimedOperation<number, number>) => unknown;

const EVENTS: readonly Event[] = [
  (operation) => operation.submit(() => {}),
  (operation) => operation.submit(() => operation.respond(1)),
  (operation) => operation.respond(2),
  (operation) => operation.fail(3),
  (operation) => operation.cancel(4),
  (operation) => operation.internalCancel(5),
  (operation) => operation.decoded(6),
  (operation) => operation.decodeFailed(7),
  (operation) => operation.arm(0) && overdue(operation),
  (operation) => operation.signal,
];

function overdue(operation: TimedOperation<number, number>): void {
  try {
    operation.throwIfExpired();
  } catch {
    // The timeout that was asked for.
  }
}

function decoders(choice: number): { decode?: (response: number) => number | Promise<number> | typeof DECODING } {
  if (choice === 0) return {};
  if (choice === 1) return { decode: (response) => response + 1000 };
  if (choice === 2) return { decode: async (response) => response + 1000 };
  return { decode: () => DECODING };
}

test('on the real executor too, every operation settles once, as it was decided', async () => {
  const runtime: Runtime = createRuntime();
  const plays = fc.record({
    decoder: fc.nat(3),
    events: fc.array(fc.record({ event: fc.nat(EVENTS.length - 1), wait: fc.boolean() }), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(plays, { minLength: 1, maxLength: 4 }), async (all) => {
      const operations = all.map(({ decoder }) => new TimedOperation<number>(runtime, decoders(decoder), undefined));
      const seen = operations.map((operation) => settlements(operation.promise()));
      for (let step = 0; step < 8; step++) {
        for (const [index, { events }] of all.entries()) {
          const { event, wait } = events[step] ?? {};
          if (event !== undefined) EVENTS[event]?.(operations[index] as TimedOperation<number>);
          if (wait === true) await null;
        }
      }
      await turn();
      for (const operation of operations) operation.cancel('at last');
      await turn();
      const expected = operations.map(({ outcome, value, reason }) => [
        outcome === 'fulfilled' ? `fulfilled ${value}` : `rejected ${keyOf(reason)}`,
      ]);
      expect(seen).toEqual(expected);
      expect([runtime.scheduler.armed, runtime.executor.queued]).toEqual([0, 0]);
    }),
    { numRuns },
  );
});
