import fc from 'fast-check';
import { earlierErrors, hedge, isCancelledError, isTimeoutError, retry, type TimedContext } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { sleep } from '../core/support/scripted-source.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** How an attempt goes if it is left alone; off the grid of limits and pauses. */
interface Script {
  readonly does: 'fulfils' | 'rejects' | 'hangs';
  readonly ms: number;
}

interface Attempt {
  readonly number: number;
  readonly at: number;
  readonly signal: AbortSignal;
  /** Whether the signals of the attempts before had aborted, or their works ended, when it began. */
  readonly othersOver: readonly boolean[];
}

/** A work that goes as its script says, and writes down its attempts. */
class ScriptedWork {
  readonly attempts: Attempt[] = [];
  readonly errors: Error[] = [];
  readonly #ended: boolean[] = [];
  readonly #runtime: ManualRuntime;
  readonly #scripts: readonly Script[];

  constructor(runtime: ManualRuntime, scripts: readonly Script[]) {
    this.#runtime = runtime;
    this.#scripts = scripts;
  }

  readonly run = async ({ signal }: TimedContext, number: number): Promise<number> => {
    const othersOver = this.attempts.map((other, index) => other.signal.aborted || this.#ended[index] === true);
    const index = this.attempts.push({ number, at: this.#runtime.now, signal, othersOver }) - 1;
    const script = this.#scripts[index] ?? { does: 'hangs', ms: 0 };
    const error = new Error(`attempt ${number}`);
    this.errors[index] = error;
    if (script.does === 'hangs') return new Promise(() => {});
    await sleep(this.#runtime, script.ms);
    this.#ended[index] = true;
    if (script.does === 'rejects') throw error;
    return number;
  };
}

const scripts: fc.Arbitrary<Script[]> = fc.array(
  fc.record({
    does: fc.constantFrom('fulfils' as const, 'rejects' as const, 'rejects' as const, 'hangs' as const),
    ms: fc.integer({ min: 0, max: 40 }).map((ms) => ms + 1 / 1024),
  }),
  { maxLength: 6 },
);
const limit = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });
const cancelAt = fc.option(
  fc.integer({ min: 0, max: 150 }).map((ms) => ms + 1 / 2),
  { nil: undefined },
);

it('retry is never beyond its attempts, its limit or a cancel, and no two attempts share a signal', async () => {
  const plans = fc.record({
    scripts,
    timeout: limit(200),
    perAttempt: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    attempts: fc.integer({ min: 1, max: 6 }),
    backoff: fc.integer({ min: 0, max: 40 }),
    cancelAt,
  });
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const runtime = new ManualRuntime();
      const work = new ScriptedWork(runtime, plan.scripts);
      const { timeout, perAttempt, attempts, backoff } = plan;
      const end = timeout ?? NEVER;
      const cancelled = plan.cancelAt ?? 1_000;

      // The model: when each attempt begins, and what ends it all.
      const begins: number[] = [];
      let now = 0;
      let how = '';
      while (how === '') {
        if (now >= end) {
          how = 'timedOut';
          break;
        }
        begins.push(now);
        const script = plan.scripts[begins.length - 1] ?? { does: 'hangs', ms: 0 };
        const ready = script.does === 'hangs' ? NEVER : now + script.ms;
        const expires = now + (perAttempt ?? NEVER);
        now = Math.min(ready, expires, end, cancelled);
        if (now === cancelled) how = 'cancelled';
        else if (now === end) how = 'timedOut';
        else if (now === ready && script.does === 'fulfils') how = 'fulfilled';
        else if (begins.length >= attempts || now + backoff >= end) how = 'failed';
        else if (perAttempt === 0)
          return; // No attempt is ever begun: a case of its own below.
        else if (now + backoff > cancelled) {
          now = cancelled;
          how = 'cancelled';
        } else now += backoff;
      }

      const call = retry(work.run, { timeout, perAttempt, attempts, backoff, jitter: 0, runtime });
      void sleep(runtime, cancelled).then(() => call.cancel('enough'));
      let at = -1;
      const result = await runtime.run(
        call
          .then(
            (value) => ({ value }),
            (reason: unknown) => ({ reason }),
          )
          .finally(() => {
            at = runtime.now;
          }),
      );

      expect(call.operation.outcome).toBe(how);
      expect(at).toBeCloseTo(now, 6);
      expect(work.attempts.map((each) => each.at)).toEqual(begins.map((each) => expect.closeTo(each, 6)));
      expect(begins.length).toBeLessThanOrEqual(attempts);
      expect(Math.max(...begins, 0)).toBeLessThan(Math.max(end, 1));
      expect(new Set(work.attempts.map(({ signal }) => signal)).size).toBe(work.attempts.length);
      // One at a time: whatever came before has ended, or has been told to.
      for (const attempt of work.attempts) expect(attempt.othersOver).not.toContain(false);
      if ('value' in result) expect(result.value).toBe(work.attempts.length);
      else {
        if (how === 'timedOut') expect(isTimeoutError(result.reason)).toBe(true);
        if (how === 'cancelled') expect(isCancelledError(result.reason)).toBe(true);
        if (how === 'failed') expect(earlierErrors(result.reason)).toHaveLength(work.attempts.length - 1);
      }
      await runtime.advanceAsync(2_000);
      expect(work.attempts).toHaveLength(begins.length);
      expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
    }),
    { numRuns: 600 },
  );
});

it('hedge is never beyond its attempts, its limit or a cancel; no two attempts share a signal, and losers are cancelled', async () => {
  const plans = fc.record({
    scripts,
    timeout: limit(150),
    after: fc.integer({ min: 0, max: 40 }),
    max: fc.integer({ min: 1, max: 5 }),
    cancelAt,
  });
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const runtime = new ManualRuntime();
      const work = new ScriptedWork(runtime, plan.scripts);
      const { timeout, after, max } = plan;
      const end = timeout ?? NEVER;
      const cancelled = plan.cancelAt ?? 1_000;
      const call = hedge(work.run, { timeout, after, max, runtime });
      void sleep(runtime, cancelled).then(() => call.cancel('enough'));
      let at = -1;
      const result = await runtime.run(
        call
          .then(
            (value) => ({ value }),
            (reason: unknown) => ({ reason }),
          )
          .finally(() => {
            at = runtime.now;
          }),
      );

      const begins = work.attempts.map((each) => each.at);
      expect(begins.length).toBeLessThanOrEqual(max);
      for (const each of begins) expect(each).toBeLessThan(Math.min(end, cancelled));
      // The next attempt begins `after` ms behind the one before, or with a failure: never later.
      for (let index = 1; index < begins.length; index++) {
        expect(begins[index]).toBeLessThanOrEqual((begins[index - 1] as number) + after + 0.01);
      }
      expect(new Set(work.attempts.map(({ signal }) => signal)).size).toBe(begins.length);
      const answers = begins.map((begun, index) => {
        const script = plan.scripts[index];
        return script?.does === 'fulfils' ? begun + script.ms : NEVER;
      });
      const first = Math.min(...answers, NEVER);
      const { outcome } = call.operation;
      if ('value' in result) {
        expect(answers[result.value - 1]).toBe(first);
        expect(at).toBeCloseTo(first, 6);
      } else if (outcome === 'timedOut') expect([at, isTimeoutError(result.reason)]).toEqual([end, true]);
      else if (outcome === 'cancelled') expect([at, isCancelledError(result.reason)]).toEqual([cancelled, true]);
      else expect((result.reason as AggregateError).errors).toEqual(work.errors);
      expect(at).toBeLessThanOrEqual(Math.min(first, end, cancelled));

      await runtime.advanceAsync(2_000);
      expect(work.attempts).toHaveLength(begins.length);
      // Whoever had not ended by then was told to stop, and the winner never.
      for (const [index, { signal }] of work.attempts.entries()) {
        const script = plan.scripts[index];
        const wouldEnd =
          script === undefined || script.does === 'hangs' ? NEVER : (begins[index] as number) + script.ms;
        if (wouldEnd > at) expect(signal.aborted).toBe(true);
        else if (wouldEnd <= first) expect(signal.aborted).toBe(false);
      }
      expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
    }),
    { numRuns: 600 },
  );
});
