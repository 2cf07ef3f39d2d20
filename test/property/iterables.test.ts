import fc from 'fast-check';
import { isTimeoutError, type LateOutcome, timedIterable } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { ScriptedSource, type ScriptedStep, sleep } from '../core/support/scripted-source.ts';

/** Source timings lie off the grid of limits and consumer times: so no two things ever fall on the same instant. */
const OFF_GRID = 1 / 1024;

interface Plan {
  readonly steps: readonly { readonly ms: number }[];
  readonly end: 'done' | 'error';
  /** How long the consumer takes for each item. */
  readonly busyMs: readonly number[];
  readonly idle: number | undefined;
  readonly timeout: number | undefined;
  /** The instant at which the caller's signal aborts. */
  readonly abortAt: number | undefined;
  /** How many items the consumer wants. */
  readonly wants: number;
}

interface Run {
  readonly items: readonly string[];
  readonly how: 'done' | 'broke off' | 'idle' | 'timeout' | 'aborted' | 'failed';
  readonly at: number;
  readonly asked: number;
}

const sourceError = new Error('the source failed');

function scriptOf(plan: Plan): ScriptedStep[] {
  const items = plan.steps.map(({ ms }, index) => ({ ms: ms + OFF_GRID, item: `item ${index}` }));
  const last = { ms: 1 + OFF_GRID, ...(plan.end === 'error' ? { error: sourceError } : {}) };
  return [...items, last];
}

/** What must come of a plan: plain arithmetic. */
function model(plan: Plan): Run {
  const items: string[] = [];
  const end = plan.timeout ?? Number.POSITIVE_INFINITY;
  const abortAt = plan.abortAt ?? Number.POSITIVE_INFINITY;
  let now = 0;
  let asked = 0;
  for (const [index, step] of scriptOf(plan).entries()) {
    // The door: an aborted signal is looked at before the limit.
    if (now >= abortAt) return { items, how: 'aborted', at: now, asked };
    if (now >= end) return { items, how: 'timeout', at: now, asked };
    if (plan.idle === 0) return { items, how: 'idle', at: now, asked };
    asked++;
    const ready = now + step.ms;
    const silent = now + (plan.idle ?? Number.POSITIVE_INFINITY);
    const first = Math.min(ready, silent, end, abortAt);
    now = first;
    if (first === abortAt) return { items, how: 'aborted', at: now, asked };
    if (first === end) return { items, how: 'timeout', at: now, asked };
    if (first === silent) return { items, how: 'idle', at: now, asked };
    if (step.error !== undefined) return { items, how: 'failed', at: now, asked };
    if (step.item === undefined) return { items, how: 'done', at: now, asked };
    items.push(step.item);
    if (items.length === plan.wants) return { items, how: 'broke off', at: now, asked };
    now += plan.busyMs[index] ?? 0;
  }
  throw new Error('a script has a last step');
}

async function play(plan: Plan, runtime: ManualRuntime, source: ScriptedSource, late: LateOutcome[]): Promise<Run> {
  const controller = new AbortController();
  const items: string[] = [];
  if (plan.abortAt !== undefined) void sleep(runtime, plan.abortAt).then(() => controller.abort('aborted'));
  const consume = async (): Promise<Run['how']> => {
    const { idle, timeout } = plan;
    const limited = timedIterable(source, {
      idle,
      timeout,
      signal: controller.signal,
      runtime,
      onLate: (outcome) => late.push(outcome),
    });
    try {
      let index = 0;
      for await (const item of limited) {
        items.push(item);
        if (items.length === plan.wants) return 'broke off';
        await sleep(runtime, plan.busyMs[index++] ?? 0);
      }
      return 'done';
    } catch (error) {
      if (error === 'aborted') return 'aborted';
      if (error === sourceError) return 'failed';
      if (isTimeoutError(error) && error.kind !== 'decode' && error.kind !== 'deadline') return error.kind;
      throw error;
    }
  };
  // Ends with what was awaited, and not with the abort that may be still to come.
  let at = -1;
  const how = await runtime.run(
    consume().finally(() => {
      at = runtime.now;
    }),
  );
  return { items, how, at, asked: source.asked };
}

const limit = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
const plans: fc.Arbitrary<Plan> = fc.record({
  steps: fc.array(fc.record({ ms: fc.integer({ min: 0, max: 30 }) }), { maxLength: 8 }),
  end: fc.constantFrom('done' as const, 'error' as const),
  busyMs: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }),
  idle: limit,
  timeout: limit,
  // Off both grids, too.
  abortAt: fc.option(
    fc.integer({ min: 0, max: 60 }).map((ms) => ms + 1 / 2),
    { nil: undefined },
  ),
  wants: fc.integer({ min: 1, max: 9 }),
});

it('a limited iterable gives what its source gives, up to its limits: no item lost, none twice, one step at a time', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const runtime = new ManualRuntime();
      const source = new ScriptedSource(runtime, scriptOf(plan));
      const late: LateOutcome[] = [];
      const expected = model(plan);
      const run = await play(plan, runtime, source, late);
      expect(run).toEqual(expected);
      // Time passes, and whatever was still under way comes in.
      await runtime.advanceAsync(1_000);
      const lateItems = late.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect([...run.items, ...lateItems]).toEqual(source.given);
      expect(source.mostInFlight).toBeLessThanOrEqual(1);
      expect(source.asked).toBe(run.asked);
      expect(source.returned).toBe(['done', 'failed'].includes(run.how) ? 0 : 1);
      expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
    }),
    { numRuns: 1_000 },
  );
});

it('steps asked for at once come one after the other, in order, and end together', async () => {
  const asks = fc.record({ plan: plans, ahead: fc.integer({ min: 1, max: 12 }) });
  await fc.assert(
    fc.asyncProperty(asks, async ({ plan, ahead }) => {
      const runtime = new ManualRuntime();
      const source = new ScriptedSource(runtime, scriptOf(plan));
      const expected = model({ ...plan, busyMs: [], abortAt: undefined, wants: Number.POSITIVE_INFINITY });
      const limited = timedIterable(source, { idle: plan.idle, timeout: plan.timeout, runtime });
      const all = Promise.allSettled(Array.from({ length: ahead }, () => limited.next()));
      const settled = await runtime.run(all);
      const items = settled.flatMap((each) =>
        each.status === 'fulfilled' && !each.value.done ? [each.value.value] : [],
      );
      expect(items).toEqual(expected.items.slice(0, ahead));
      // The trouble, if it was reached, is told once; whatever was asked for behind it is over.
      const rejected = settled.filter(({ status }) => status === 'rejected').length;
      expect(rejected).toBe(expected.how !== 'done' && ahead > expected.items.length ? 1 : 0);
      expect(source.mostInFlight).toBeLessThanOrEqual(1);
      await runtime.advanceAsync(1_000);
    }),
    { numRuns: 500 },
  );
});
