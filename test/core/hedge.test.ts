import { getEventListeners } from 'node:events';
import {
  CancelledError,
  type HedgeOptions,
  hedge,
  type LateOutcome,
  type TimedContext,
  TimeoutError,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it, vi } from 'vitest';
import { sleep } from './support/scripted-source.ts';

const never = () => new Promise<never>(() => {});

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it fulfilled'),
    (error: unknown) => error,
  );
}

describe('hedge', () => {
  it('asks once when the answer is quick', async () => {
    const runtime = new ManualRuntime();
    const work = vi.fn(() => sleep(runtime, 5).then(() => 'answer'));
    expect(await runtime.run(hedge(work, { runtime, after: 10 }))).toBe('answer');
    expect(work).toHaveBeenCalledTimes(1);
    expect(runtime.armed).toBe(0);
  });

  it('asks again when it is slow, takes the first answer, and cancels the loser', async () => {
    const runtime = new ManualRuntime();
    const contexts: TimedContext[] = [];
    const reasons: unknown[] = [];
    const work = async (context: TimedContext, attempt: number) => {
      contexts.push(context);
      context.signal.addEventListener('abort', () => reasons.push(context.signal.reason));
      await sleep(runtime, attempt === 1 ? 100 : 5);
      return attempt;
    };
    expect(await runtime.run(hedge(work, { runtime, after: 10, timeout: 500 }))).toBe(2);
    expect(runtime.now).toBe(15);
    expect(contexts[0]?.signal).not.toBe(contexts[1]?.signal);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ code: 'ERR_CANCELLED', cause: 'another attempt was answered first' });
    expect(contexts[1]?.signal.aborted).toBe(false);
  });

  it('begins at most `max` attempts, `after` ms apart', async () => {
    const runtime = new ManualRuntime();
    const begun: number[] = [];
    const work = () => {
      begun.push(runtime.now);
      return never();
    };
    await runtime.run(reasonOf(hedge(work, { runtime, after: 10, max: 3, timeout: 100 })));
    expect(begun).toEqual([0, 10, 20]);
  });

  it('an attempt that fails makes way for the next at once', async () => {
    const runtime = new ManualRuntime();
    const work = async (_: TimedContext, attempt: number) => {
      if (attempt === 1) throw new Error('first');
      return runtime.now;
    };
    expect(await runtime.run(hedge(work, { runtime, after: 10 }))).toBe(0);
  });

  it('rejects with all errors, in the order of the attempts, when all have failed', async () => {
    const runtime = new ManualRuntime();
    const errors = [new Error('first'), new Error('second'), new Error('third')];
    const work = async (_: TimedContext, attempt: number) => {
      await sleep(runtime, attempt === 1 ? 50 : 1);
      throw errors[attempt - 1];
    };
    const error = await runtime.run(reasonOf(hedge(work, { runtime, after: 10, max: 3 })));
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toEqual(errors);
    expect(runtime.armed).toBe(0);
  });

  it('tells of a loser that answered all the same, once, and disposes of it if told to', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const disposed: number[] = [];
    const work = (_: TimedContext, attempt: number) =>
      sleep(runtime, attempt === 1 ? 15 : 3).then(() => ({ attempt, [Symbol.dispose]: () => disposed.push(attempt) }));
    const call = hedge(work, { runtime, after: 10, disposeLate: true, onLate: (outcome) => late.push(outcome) });
    expect((await runtime.run(call)).attempt).toBe(2);
    await runtime.advanceAsync(100);
    expect(late).toMatchObject([{ status: 'fulfilled', value: { attempt: 1 } }]);
    expect(disposed).toEqual([1]);
  });

  it('tells of the other of two that answered at the same instant', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const disposed: number[] = [];
    const work = (_: TimedContext, attempt: number) =>
      sleep(runtime, attempt === 1 ? 15 : 5).then(() => ({ attempt, [Symbol.dispose]: () => disposed.push(attempt) }));
    const call = hedge(work, { runtime, after: 10, disposeLate: true, onLate: (outcome) => late.push(outcome) });
    expect((await runtime.run(call)).attempt).toBe(1);
    await runtime.settle();
    expect(late).toMatchObject([{ status: 'fulfilled', value: { attempt: 2 } }]);
    expect(disposed).toEqual([2]);
  });
});

describe('its budget', () => {
  it('ends at the limit of the whole: every attempt is aborted, none is begun after', async () => {
    const runtime = new ManualRuntime();
    const signals: AbortSignal[] = [];
    const work = ({ signal }: TimedContext) => {
      signals.push(signal);
      return never();
    };
    const call = hedge(work, { runtime, after: 10, max: 9, timeout: 25 });
    expect(await runtime.run(reasonOf(call))).toMatchObject({ kind: 'timeout', limitMs: 25, elapsedMs: 25 });
    await runtime.advanceAsync(100);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it('that is spent already begins nothing', async () => {
    const work = vi.fn();
    expect(await reasonOf(hedge(work, { after: 1, timeout: 0 }))).toBeInstanceOf(TimeoutError);
    expect(work).not.toHaveBeenCalled();
  });

  it('is finished when the works of all attempts have ended', async () => {
    const runtime = new ManualRuntime();
    const call = hedge((_, attempt) => sleep(runtime, attempt * 30), { runtime, after: 5, timeout: 10 });
    let finished = -1;
    call.operation.finished.then(() => {
      finished = runtime.now;
    });
    await runtime.run(reasonOf(call));
    await runtime.advanceAsync(200);
    expect(finished).toBe(65);
  });
});

describe('given up', () => {
  it('by cancel() it cancels every attempt and begins no other', async () => {
    const runtime = new ManualRuntime();
    const reasons: unknown[] = [];
    const work = vi.fn(({ signal }: TimedContext) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return never();
    });
    const call = hedge(work, { runtime, after: 10, max: 3 });
    await runtime.advanceAsync(12);
    call.cancel('enough');
    const error = await runtime.run(reasonOf(call));
    expect(error).toBeInstanceOf(CancelledError);
    expect(reasons).toEqual([error, error]);
    await runtime.advanceAsync(100);
    expect(work).toHaveBeenCalledTimes(2);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it('by the work itself, while an attempt is being begun, leaves nothing armed', async () => {
    const runtime = new ManualRuntime();
    const call = hedge(
      (_, attempt) => {
        if (attempt === 2) call.cancel();
        return never();
      },
      { runtime, after: 10, max: 5 },
    );
    expect(await runtime.run(reasonOf(call))).toBeInstanceOf(CancelledError);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0 });
  });

  it("by the caller's signal it rejects with its reason, and leaves no listener", async () => {
    const runtime = new ManualRuntime();
    const controller = new AbortController();
    const call = hedge(never, { runtime, after: 10, signal: controller.signal });
    await runtime.advanceAsync(12);
    controller.abort('enough');
    expect(await runtime.run(reasonOf(call))).toBe('enough');
    await runtime.settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });
});

describe('wrong use', () => {
  it.each([
    ['after', { after: -1 }],
    ['after', { after: undefined as never }],
    ['max', { after: 1, max: 0 }],
    ['max', { after: 1, max: Number.POSITIVE_INFINITY }],
    ['timeout', { after: 1, timeout: Number.NaN }],
  ] satisfies [string, HedgeOptions][])(
    'of `%s` is a TypeError that names it, and nothing is begun',
    async (name, options) => {
      const work = vi.fn();
      const error = await reasonOf(hedge(work, options));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toContain(`\`${name}\``);
      expect(work).not.toHaveBeenCalled();
    },
  );
});
