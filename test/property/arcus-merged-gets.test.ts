import fc from 'fast-check';
import { isCancelledError } from 'timed-operation';
import { ArcusClosedError, ArcusNodeDownError, isArcusTimeoutError } from 'timed-operation/arcus';
import { expect, test } from 'vitest';
import { flagsOf } from './merged-gets-model.ts';
import { type Call, Play } from './merged-gets-play.ts';
import { calm, limits, refusal, stormy } from './merged-gets-steps.ts';

const numRuns = process.env['TIMED_OPERATION_NIGHTLY'] === '1' ? 20_000 : 300;
/** Whether a call may be answered so by the server's word on its key; `text`: whether that comes as text. */
function right({ kind, outcome }: Call, found: string | undefined, text: boolean): boolean {
  if (outcome === undefined) return false;
  const throws = found?.startsWith('b') === true && !(text && kind === 'get');
  if ('reason' in outcome) return throws && outcome.reason instanceof Error && outcome.reason.message === 'no b';
  if (throws) return false;
  const value = kind === 'gets' ? (outcome.value as { value: unknown } | undefined)?.value : outcome.value;
  if (found === undefined) return value === undefined;
  if (kind === 'get' && (typeof value === 'string') !== text) return false;
  return Buffer.from(value as string).toString('latin1') === found;
}

/** Whether the client would not have it: nothing of it may have been written. */
function refused({ outcome }: Call): boolean {
  return (
    outcome !== undefined &&
    'reason' in outcome &&
    (outcome.reason instanceof ArcusClosedError || outcome.reason instanceof ArcusNodeDownError)
  );
}

/** Whether it was given up. */
function lost({ outcome }: Call): boolean {
  if (outcome === undefined || !('reason' in outcome)) return false;
  return isCancelledError(outcome.reason) || isArcusTimeoutError(outcome.reason);
}

test('gets that travel together are each answered as if they travelled alone, and what is given up unwritten is not written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(calm, { minLength: 5, maxLength: 60 }),
      limits,
      fc.constantFrom(1, 7, 5_000),
      async (steps, options, bytes) => {
        const play = new Play(options, []);
        await play.runtime.settle();
        for (const step of steps) await play.do(step);
        await play.finish(bytes);
        const { done } = play.port;
        const written = play.calls.filter((call) => !call.unwritten);
        expect(done.map(({ what, key }) => `${what} ${key}`)).toEqual(written.map(({ kind, key }) => `${kind} ${key}`));
        for (const [at, call] of written.entries()) {
          const { kind, key, outcome } = call;
          expect(outcome).toBeDefined();
          if (lost(call)) continue;
          if (kind === 'get' || kind === 'gets') {
            expect(call).toSatisfy(() => right(call, done[at]?.found, flagsOf(key) === options.textFlags));
          } else expect(outcome).toEqual({ value: kind === 'set' ? true : 7n });
        }
        expect(play.ports).toHaveLength(1);
        expect(play.port).toMatchObject({ untouched: true, rest: '' });
        expect(play.node).toMatchObject({ queued: 0, inFlight: 0, tombstones: 0, oldestUnansweredMs: 0 });
        const late = written.filter(lost).length;
        expect(play.node.lateResponses).toBe(late);
        await play.client.close();
        expect(play.runtime).toMatchObject({ armed: 0, undecided: 0 });
      },
    ),
    { numRuns },
  );
});

test('whatever is refused, and whenever the connection breaks: every call ends, with its own answer, and only reads are asked twice', async () => {
  const failureMode = fc.constantFrom('cancel' as const, 'retry' as const);
  const program = fc.record({
    steps: fc.array(stormy, { minLength: 5, maxLength: 60 }),
    refusals: fc.array(refusal, { maxLength: 12 }),
    always: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, refusal),
    bytes: fc.constantFrom(1, 7, 5_000),
  });
  await fc.assert(
    fc.asyncProperty(program, limits, failureMode, async ({ steps, refusals, always, bytes }, options, failureMode) => {
      const play = new Play({ ...options, failureMode }, refusals, always);
      await play.runtime.settle();
      // Each call has a key of its own here: what was done for whom is then beyond doubt.
      for (const [at, step] of steps.entries())
        await play.do('key' in step ? { ...step, key: `${step.key}:${at};` } : step);
      for (let round = 0; round < 20 && play.calls.some(({ outcome }) => outcome === undefined); round++) {
        await play.finish(bytes);
        await play.runtime.advanceAsync(1_000);
      }
      await play.finish(bytes);
      for (const call of play.calls) {
        const { kind, key, outcome } = call;
        const done = play.ports.flatMap((port) => port.done.filter((each) => each.key === key));
        if (kind === 'set' || kind === 'incr') expect(done.length).toBeLessThanOrEqual(1);
        if (call.unwritten || refused(call)) expect(play.ports.some((port) => port.asked(key))).toBe(false);
        if (lost(call) || refused(call)) continue;
        const last = done.at(-1);
        expect(last?.what).toBe(kind);
        if (kind === 'get' || kind === 'gets') {
          expect(call).toSatisfy(() => right(call, last?.found, flagsOf(key) === options.textFlags));
        } else expect(outcome).toEqual({ value: kind === 'set' ? true : 7n });
      }
      for (const port of play.ports) expect(port.untouched).toBe(true);
      expect(play.node).toMatchObject({ queued: 0, inFlight: 0, tombstones: 0, oldestUnansweredMs: 0 });
      await play.client.close();
      expect(play.runtime).toMatchObject({ armed: 0, undecided: 0 });
    }),
    { numRuns },
  );
});
