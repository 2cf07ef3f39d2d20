import fc from 'fast-check';
import { isCancelledError, isTimeoutError, type PartOutcome, timedAll } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { sleep } from '../core/support/scripted-source.ts';

/** Parts end off the grid of limits and cancels. */
const OFF_GRID = 1 / 1024;

interface Part {
  readonly does: 'fulfils' | 'rejects' | 'hangs' | 'throws' | 'returns';
  readonly ms: number;
}

interface Plan {
  readonly parts: readonly Part[];
  readonly timeout: number | undefined;
  readonly cancelAt: number | undefined;
  readonly how: 'cancel' | 'signal' | 'dispose';
}

const parts: fc.Arbitrary<Part> = fc.record({
  does: fc.constantFrom('fulfils', 'fulfils', 'rejects', 'hangs', 'throws', 'returns'),
  ms: fc.integer({ min: 0, max: 50 }).map((ms) => ms + OFF_GRID),
});
const plans: fc.Arbitrary<Plan> = fc.record({
  parts: fc.array(parts, { maxLength: 6 }),
  timeout: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  cancelAt: fc.option(
    fc.integer({ min: 1, max: 60 }).map((ms) => ms + 1 / 2),
    { nil: undefined },
  ),
  how: fc.constantFrom('cancel' as const, 'signal' as const, 'dispose' as const),
});

/** The outcome of a part, and `hangs` for one that nothing ends. */
function outcomeOf(part: Part, { timeout = Number.POSITIVE_INFINITY, cancelAt = Number.POSITIVE_INFINITY }: Plan) {
  if (timeout === 0) return 'timedOut';
  if (part.does === 'throws') return 'failed';
  if (part.does === 'returns') return 'fulfilled';
  const ms = part.does === 'hangs' ? Number.POSITIVE_INFINITY : part.ms;
  const first = Math.min(ms, timeout, cancelAt);
  if (first === Number.POSITIVE_INFINITY) return 'hangs';
  if (first === ms) return part.does === 'fulfils' ? 'fulfilled' : 'failed';
  return first === timeout ? 'timedOut' : 'cancelled';
}

it('a group gives each part the outcome it would have alone under the same limit, in order, whatever the mix', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const runtime = new ManualRuntime();
      const expected = plan.parts.map((part) => outcomeOf(part, plan));
      // Ends what nothing else would.
      const endless = expected.includes('hangs');
      const controller = new AbortController();
      const errors = plan.parts.map((_, index) => new Error(`part ${index}`));
      const aborted = plan.parts.map(() => false);
      const works = plan.parts.map((part, index) => ({ signal }: { signal: AbortSignal }): unknown => {
        signal.addEventListener('abort', () => {
          aborted[index] = true;
        });
        if (part.does === 'throws') throw errors[index];
        if (part.does === 'returns') return index;
        if (part.does === 'hangs') return new Promise(() => {});
        return sleep(runtime, part.ms).then(() => (part.does === 'fulfils' ? index : Promise.reject(errors[index])));
      });
      const group = timedAll(works, { timeout: plan.timeout, signal: controller.signal, runtime });
      const cancel = () => {
        if (plan.how === 'cancel') group.cancel('enough');
        else if (plan.how === 'signal') controller.abort('enough');
        else group[Symbol.dispose]();
      };
      if (plan.cancelAt !== undefined) void sleep(runtime, plan.cancelAt).then(cancel);
      else if (endless) void sleep(runtime, 200).then(cancel);
      const settled = group.then(
        (outcomes) => ({ outcomes: outcomes as PartOutcome<unknown>[] }),
        (error: unknown) => ({ error }),
      );
      const result = await runtime.run(settled);
      const wanted = expected.map((outcome) => (outcome === 'hangs' ? 'cancelled' : outcome));

      expect(group.parts.map(({ outcome }) => outcome)).toEqual(wanted);
      expect(aborted).toEqual(wanted.map((outcome) => /timedOut|cancelled/.test(outcome) && plan.timeout !== 0));
      if ('outcomes' in result) {
        expect(wanted.length === 0 || wanted.includes('fulfilled')).toBe(true);
        for (const [index, each] of result.outcomes.entries()) {
          expect(each.outcome).toBe(wanted[index]);
          if (each.outcome === 'fulfilled') expect(each.value).toBe(index);
          else if (each.outcome === 'failed') expect(each.reason).toBe(errors[index]);
          else if (each.outcome === 'timedOut') expect(isTimeoutError(each.reason)).toBe(true);
        }
      } else if (wanted.every((outcome) => outcome === 'cancelled')) {
        expect(isCancelledError(result.error)).toBe(true);
      } else {
        expect(wanted).not.toContain('fulfilled');
        expect(result.error).toBeInstanceOf(AggregateError);
        expect((result.error as AggregateError).errors).toEqual(group.parts.map(({ reason }) => reason));
      }
      await runtime.advanceAsync(1_000);
      expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
    }),
    { numRuns: 1_000 },
  );
});
