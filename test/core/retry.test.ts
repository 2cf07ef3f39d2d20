import { getEventListeners } from 'node:events';
import {
  CancelledError,
  earlierErrors,
  isTimeoutError,
  type LateOutcome,
  type RetryOptions,
  retry,
  type TimedContext,
  TimeoutError,
  timed,
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

/** A work that fails with the errors given, one an attempt, and then answers. */
function failing(...errors: Error[]) {
  return vi.fn(async (_context: TimedContext, attempt: number) => {
    const error = errors[attempt - 1];
    if (error !== undefined) throw error;
    return `answer ${attempt}`;
  });
}

const [first, second, third] = [new Error('first'), new Error('second'), new Error('third')] as const;

describe('retry', () => {
  it('gives the first answer, and tries no more', async () => {
    const runtime = new ManualRuntime();
    const work = failing();
    expect(await runtime.run(retry(work, { runtime }))).toBe('answer 1');
    expect(work).toHaveBeenCalledTimes(1);
    expect(runtime.armed).toBe(0);
  });

  it('pauses between attempts, by default twice as long each time', async () => {
    const runtime = new ManualRuntime();
    const begun: number[] = [];
    const work = (_: TimedContext, attempt: number) => {
      begun.push(runtime.now);
      if (attempt < 4) throw first;
      return attempt;
    };
    expect(await runtime.run(retry(work, { runtime, attempts: 4, jitter: 0 }))).toBe(4);
    expect(begun).toEqual([0, 100, 300, 700]);
  });

  it('leaves pauses to chance: each is at most its full length, and with a function as that says', async () => {
    const runtime = new ManualRuntime();
    await runtime.run(retry(failing(first), { runtime, backoff: 50 }));
    expect(runtime.now).toBeLessThanOrEqual(50);
    const start = runtime.now;
    await runtime.run(retry(failing(first), { runtime, backoff: 50, jitter: (ms) => ms + 7 }));
    expect(runtime.now - start).toBeCloseTo(57);
  });

  it('asks a backoff function for each pause, with the attempt that failed and its error', async () => {
    const runtime = new ManualRuntime();
    const backoff = vi.fn((attempt: number) => attempt * 10);
    await runtime.run(retry(failing(first, second), { runtime, backoff, jitter: 0 }));
    expect(backoff.mock.calls).toEqual([
      [1, first],
      [2, second],
    ]);
    expect(runtime.now).toBe(30);
  });

  it('rejects with the last error, which carries the earlier ones in order', async () => {
    const runtime = new ManualRuntime();
    const error = await runtime.run(reasonOf(retry(failing(first, second, third), { runtime })));
    expect(error).toBe(third);
    expect(earlierErrors(error)).toEqual([first, second]);
    expect(earlierErrors(first)).toEqual([]);
  });

  it('of an error that cannot carry others rejects with it all the same', async () => {
    const runtime = new ManualRuntime();
    const frozen = Object.freeze(new Error('frozen'));
    expect(await runtime.run(reasonOf(retry(failing(first, frozen), { runtime, attempts: 2 })))).toBe(frozen);
    const plain = retry(() => Promise.reject('plain'), { runtime, attempts: 2 });
    expect(await runtime.run(reasonOf(plain))).toBe('plain');
  });

  it('stops when retryIf says no', async () => {
    const runtime = new ManualRuntime();
    const work = failing(first, second, third);
    const retryIf = (error: unknown) => error !== second;
    expect(await runtime.run(reasonOf(retry(work, { runtime, retryIf })))).toBe(second);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('gives each attempt a limit of its own, and a signal of its own', async () => {
    const runtime = new ManualRuntime();
    const signals: AbortSignal[] = [];
    const work = ({ signal }: TimedContext, attempt: number) => {
      signals.push(signal);
      return attempt < 3 ? never() : attempt;
    };
    const call = retry(work, { runtime, perAttempt: 20, backoff: 0, timeout: 1_000, name: 'user' });
    expect(await runtime.run(call)).toBe(3);
    expect(new Set(signals).size).toBe(3);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(signals[1]?.reason).toMatchObject({ kind: 'timeout', limitMs: 20, operation: 'user, attempt 2' });
    expect(runtime.now).toBe(40);
  });
});

describe('its budget', () => {
  it('ends at the limit of the whole, with an error that carries the earlier ones', async () => {
    const runtime = new ManualRuntime();
    const onTimeout = vi.fn((error: TimeoutError) => expect(earlierErrors(error)).toHaveLength(3));
    const call = retry(never, { runtime, attempts: 9, perAttempt: 20, backoff: 5, jitter: 0, timeout: 90, onTimeout });
    const error = await runtime.run(reasonOf(call));
    expect(error).toMatchObject({ kind: 'timeout', limitMs: 90, elapsedMs: 90 });
    expect(call.operation.outcome).toBe('timedOut');
    expect(earlierErrors(error).map(isTimeoutError)).toEqual([true, true, true]);
    expect(onTimeout).toHaveBeenCalledTimes(1);
    await runtime.settle();
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it('begins no attempt that the pause would put past the limit, and says at once why it failed', async () => {
    const runtime = new ManualRuntime();
    const work = failing(first, second, third);
    const call = retry(work, { runtime, backoff: 60, jitter: 0, timeout: 100 });
    expect(await runtime.run(reasonOf(call))).toBe(second);
    expect(runtime.now).toBe(60);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('that is spent already begins nothing', async () => {
    const runtime = new ManualRuntime();
    const work = failing();
    expect(await runtime.run(reasonOf(retry(work, { runtime, timeout: 0 })))).toBeInstanceOf(TimeoutError);
    expect(await runtime.run(reasonOf(retry(work, { runtime, signal: AbortSignal.abort('no') })))).toBe('no');
    expect(work).not.toHaveBeenCalled();
  });

  it('of an outer call bounds it, too: the error of that limit carries the earlier ones', async () => {
    const runtime = new ManualRuntime();
    const outer = retry((context) => retry(never, { within: context, perAttempt: 4, backoff: 0, attempts: 99 }), {
      runtime,
      timeout: 10,
      attempts: 1,
    });
    const inner = reasonOf(outer);
    expect(await runtime.run(inner)).toBe(outer.operation.reason);
    await runtime.settle();
    expect(runtime.now).toBe(10);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it('lets the process go: `ref` holds for attempts and pauses', async () => {
    const runtime = new ManualRuntime();
    const referenced: boolean[] = [];
    const arm = runtime.scheduler.arm.bind(runtime.scheduler);
    runtime.scheduler.arm = (entry, at) => {
      referenced.push((entry as unknown as { referenced: boolean }).referenced);
      arm(entry, at);
    };
    await runtime.run(retry(failing(first, second), { runtime, ref: false, perAttempt: 5, timeout: 1_000 }));
    expect(referenced.length).toBeGreaterThan(3);
    expect(referenced).not.toContain(true);
  });
});

describe('given up', () => {
  it.each(['during an attempt', 'during a pause'])('by cancel() %s it tries no more', async (when) => {
    const runtime = new ManualRuntime();
    const work = vi.fn((_: TimedContext, attempt: number) => {
      if (attempt === 1) throw first;
      return never();
    });
    const call = retry(work, { runtime, backoff: 50, jitter: 0, timeout: 1_000 });
    await runtime.advanceAsync(when === 'during an attempt' ? 60 : 10);
    expect(call.cancel('enough')).toBe(true);
    const error = await runtime.run(reasonOf(call));
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ cause: 'enough' });
    expect(earlierErrors(error)).toEqual([first]);
    await runtime.advanceAsync(2_000);
    expect(work).toHaveBeenCalledTimes(when === 'during an attempt' ? 2 : 1);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it("by the caller's signal it rejects with its reason, which stays as it is, and leaves no listener", async () => {
    const runtime = new ManualRuntime();
    const controller = new AbortController();
    const call = retry(failing(first, second, third), { runtime, signal: controller.signal });
    await runtime.settle();
    const reason = new Error('the page was left');
    controller.abort(reason);
    expect(await runtime.run(reasonOf(call))).toBe(reason);
    expect(earlierErrors(reason)).toEqual([]);
    await runtime.settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0, listeners: 0 });
  });

  it('is finished when the work of its last attempt has ended', async () => {
    const runtime = new ManualRuntime();
    const call = retry(() => sleep(runtime, 30), { runtime, timeout: 10 });
    let finished = -1;
    call.operation.finished.then(() => {
      finished = runtime.now;
    });
    await runtime.run(reasonOf(call));
    expect(finished).toBe(-1);
    await runtime.advanceAsync(100);
    expect(finished).toBe(30);
  });

  it('tells of each late outcome once, and of no echo of its own end', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const options: RetryOptions = { runtime, perAttempt: 10, backoff: 0, attempts: 2, timeout: 15 };
    const call = retry((_, attempt) => sleep(runtime, 30).then(() => attempt), {
      ...options,
      onLate: (outcome) => late.push(outcome),
    });
    await runtime.run(reasonOf(call));
    await runtime.advanceAsync(100);
    expect(late).toEqual([
      { stage: 'response', status: 'fulfilled', value: 1 },
      { stage: 'response', status: 'fulfilled', value: 2 },
    ]);
  });

  it('hands over, or disposes of, an answer that came when the whole had been given up', async () => {
    const runtime = new ManualRuntime();
    const disposed = vi.fn();
    const call = retry(() => sleep(runtime, 10).then(() => ({ [Symbol.dispose]: disposed })), {
      runtime,
      disposeLate: true,
    });
    // The attempt has its answer, and the whole has not: a cancel comes in between.
    runtime.scheduler.endOfTurn(() => call.cancel());
    runtime.advance(10);
    expect(await runtime.run(reasonOf(call))).toBeInstanceOf(CancelledError);
    await runtime.settle();
    expect(disposed).toHaveBeenCalledTimes(1);
  });
});

describe('wrong use', () => {
  it.each([
    ['attempts', { attempts: 0 }],
    ['attempts', { attempts: 1.5 }],
    ['attempts', { attempts: Number.NaN }],
    ['perAttempt', { perAttempt: -1 }],
    ['backoff', { backoff: Number.NaN }],
    ['jitter', { jitter: 2 }],
    ['retryIf', { retryIf: 5 as never }],
    ['timeout', { timeout: '5' as never }],
    ['onLate', { onLate: 5 as never }],
  ] satisfies [string, RetryOptions][])(
    'of `%s` is a TypeError that names it, and nothing is begun',
    async (name, options) => {
      const work = failing(first);
      const error = await reasonOf(retry(work, options));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toContain(`\`${name}\``);
      expect(work).not.toHaveBeenCalled();
    },
  );

  it('of the work or of the options as a whole is a rejection, too', async () => {
    expect(await reasonOf(retry(5 as never, {}))).toBeInstanceOf(TypeError);
    expect(await reasonOf(retry(failing(), null as never))).toBeInstanceOf(TypeError);
  });

  it('a backoff that gives no number fails the whole', async () => {
    const runtime = new ManualRuntime();
    const call = retry(failing(first), { runtime, backoff: () => Number.NaN });
    expect(await runtime.run(reasonOf(call))).toBeInstanceOf(TypeError);
  });
});

describe('retry within an outer call', () => {
  it.each(['fallback', undefined])(
    "the outer limit that passes between its wake and an attempt's is the outer call's timeout",
    async (fallback) => {
      const runtime = new ManualRuntime();
      const page = timed((context) => retry(never, { within: context, perAttempt: 199, backoff: 0 }), {
        timeout: 200,
        name: 'page',
        runtime,
        ...(fallback === undefined ? {} : { fallback }),
      });
      const outcome = page.then(
        (value) => value,
        (error: unknown) => error,
      );
      runtime.advance(199);
      // The loop was busy: past the outer limit, and its wake has not come.
      runtime.clock.moveTo(201);
      await runtime.settle();
      await runtime.advanceAsync(1);
      expect(page.operation.outcome).toBe('timedOut');
      const result = await outcome;
      if (fallback !== undefined) expect(result).toBe(fallback);
      else expect(result).toMatchObject({ code: 'ERR_TIMED_OUT', operation: 'page', kind: 'timeout' });
      expect(runtime.armed).toBe(0);
    },
  );
});
