import {
  createRuntime,
  type Observer,
  type Outcome,
  retry,
  type TimedContext,
  type TimedOptions,
  TimeoutError,
  timed,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { never, reasonOf } from '../problems/reason-of.ts';
import { runScript } from '../run-script.ts';
import { later } from './support/later.ts';
import { spiedSignal } from './support/spied-signal.ts';

// What the tests of cockatiel's timeout policy check, in the order of docs/reference/peer-tests.md. Its aggressive strategy is `timed`.

type Limits = Pick<TimedOptions, 'timeout' | 'signal' | 'runtime'>;

/** Its cooperative strategy: at the limit the work is told by its signal, and its own end is waited for. */
async function cooperative<Value>(
  work: (context: TimedContext) => Promise<Value>,
  limits: Limits,
): Promise<Awaited<Value>> {
  let begun: Promise<Value>;
  const begin = (context: TimedContext): Promise<Value> => {
    begun = work(context);
    return begun;
  };
  return await timed(begin, { ...limits, fallback: () => begun });
}

it('cockatiel 1: a work that answers at once gives its value', async () => {
  expect(await timed(() => 42, 1_000)).toBe(42);
});

it('cockatiel 2: a work that is told of the limit, and waited for, still gives its value', async () => {
  const runtime = new ManualRuntime();
  const seen: boolean[] = [];
  const work = async ({ signal }: TimedContext): Promise<number> => {
    seen.push(signal.aborted);
    await later(runtime, 3, undefined);
    seen.push(signal.aborted);
    return 42;
  };
  expect(await runtime.run(cooperative(work, { timeout: 2, runtime }))).toBe(42);
  expect(seen).toEqual([false, true]);
  // Without more, the caller is released at the limit.
  expect(await runtime.run(reasonOf(timed(work, { timeout: 2, runtime })))).toBeInstanceOf(TimeoutError);
});

it('cockatiel 3: at the limit the caller gets the timeout, and the work goes on with its signal aborted', async () => {
  const runtime = new ManualRuntime();
  const seen: boolean[] = [];
  const call = timed(
    async ({ signal }) => {
      await later(runtime, 0, undefined);
      seen.push(signal.aborted);
      await later(runtime, 6, undefined);
      seen.push(signal.aborted);
    },
    { timeout: 5, runtime },
  );
  expect(await runtime.run(reasonOf(call))).toBeInstanceOf(TimeoutError);
  await runtime.run(call.operation.finished);
  expect(seen).toEqual([false, true]);
});

describe('a process that waits for nothing but a call', () => {
  const script = (ref: string) => `
    import { timed } from 'timed-operation';
    timed(() => new Promise(() => {}), { timeout: 100 ${ref} }).catch((error) => console.log(error.message));
  `;

  it('cockatiel 4: lives until the limit', async () => {
    expect(await runScript(script(''))).toMatchObject({ code: 0, stdout: 'The operation timed out after 100 ms\n' });
  });

  it('cockatiel 5: ends at once with `ref: false`', async () => {
    expect(await runScript(script(', ref: false'))).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

it('cockatiel 6: an abort of the parent’s signal is the work’s at once, or once it has begun, and the call’s end', async () => {
  for (const begun of [true, false]) {
    const parent = new AbortController();
    const seen: boolean[] = [];
    let signal: AbortSignal | undefined;
    const call = timed(
      async (context) => {
        signal = context.signal;
        if (begun) await null;
        seen.push(signal.aborted);
        parent.abort();
        seen.push(signal.aborted);
      },
      { timeout: 1_000, signal: parent.signal },
    );
    if (!begun) expect(signal?.aborted).toBe(true);
    expect(await reasonOf(call)).toBe(parent.signal.reason);
    expect(seen).toEqual([false, begun]);
  }
});

it('cockatiel 7: with a parent’s signal the call still has its own limit', async () => {
  const runtime = new ManualRuntime();
  const seen: boolean[] = [];
  const work = async ({ signal }: TimedContext): Promise<void> => {
    seen.push(signal.aborted);
    await later(runtime, 3, undefined);
    seen.push(signal.aborted);
  };
  await runtime.run(cooperative(work, { timeout: 1, signal: new AbortController().signal, runtime }));
  expect(seen).toEqual([false, true]);
});

it.each(['cockatiel 8', 'cockatiel 9'])('%s: after a success the signal is not aborted', async () => {
  let signal: AbortSignal | undefined;
  await timed(async (context) => {
    signal = context.signal;
  }, 1);
  expect(signal?.aborted).toBe(false);
});

describe('events', () => {
  /** A runtime that notes how its calls came out. Its policy's events are one event here, with one of four outcomes. */
  function noting() {
    const outcomes: (Outcome | undefined)[] = [];
    const observer: Observer = { decide: ({ outcome }) => outcomes.push(outcome) };
    return { outcomes, runtime: new ManualRuntime({ observer }) };
  }
  type Run = (work: () => Promise<unknown>, limits: Limits) => Promise<unknown>;
  const waitedFor: Run = cooperative;
  const left: Run = (work, limits) => timed(work, limits);
  const fail = (): never => {
    throw new Error('its own');
  };

  it.each([
    ['cockatiel 10', 'waited for', waitedFor],
    ['cockatiel 11', 'left', left],
  ])('%s: of a work that answers, %s at its limit, is one success', async (_, __, run) => {
    const { outcomes, runtime } = noting();
    expect(await runtime.run(run(async () => 42, { timeout: 2, runtime }))).toBe(42);
    await runtime.advanceAsync(3);
    expect(outcomes).toEqual(['fulfilled']);
  });

  it.each([
    ['cockatiel 12', 'waited for', waitedFor],
    ['cockatiel 13', 'left', left],
  ])('%s: of a work that is too slow, %s at its limit, is one timeout and nothing besides', async (_, __, run) => {
    const { outcomes, runtime } = noting();
    let answer: (value: string) => void = () => {};
    const work = (): Promise<string> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const result = run(work, { timeout: 2, runtime }).catch((error: Error) => error.name);
    await runtime.advanceAsync(3);
    answer('late');
    expect(await runtime.run(result)).toBe(run === waitedFor ? 'late' : 'TimeoutError');
    expect(outcomes).toEqual(['timedOut']);
  });

  it.each([
    ['cockatiel 14', 'waited for', waitedFor],
    ['cockatiel 15', 'left', left],
  ])('%s: of a work that throws, %s at its limit, is one failure', async (_, __, run) => {
    const { outcomes, runtime } = noting();
    expect(await runtime.run(reasonOf(run(fail, { timeout: 2, runtime })))).toMatchObject({ message: 'its own' });
    await runtime.advanceAsync(3);
    expect(outcomes).toEqual(['failed']);
  });
});

it('cockatiel 16: retries under a limit each leave no listener on the caller’s signal', async () => {
  const { signal, counts } = spiedSignal();
  const runtime = createRuntime();
  let failures = 15;
  const work = async (): Promise<string> => {
    if (failures-- > 0) throw new Error('again');
    return 'at last';
  };
  const call = retry(work, { attempts: 20, perAttempt: 1_000, backoff: 1, signal, runtime });
  expect(await call).toBe('at last');
  await new Promise((resolve) => setImmediate(resolve));
  expect(counts()).toEqual([1, 1]);
});

it('cockatiel abort 1: a parent’s signal that is aborted already refuses the call, with its reason', async () => {
  const reason = new Error('before');
  let begun = false;
  const work = () => {
    begun = true;
  };
  expect(await reasonOf(timed(work, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(begun).toBe(false);
});

it('cockatiel abort 2: a parent’s abort comes to the work’s signal with its reason', async () => {
  const parent = new AbortController();
  const reason = new Error('later');
  let signal: AbortSignal | undefined;
  const call = timed(
    (context) => {
      signal = context.signal;
      return never();
    },
    { signal: parent.signal },
  );
  expect(signal?.aborted).toBe(false);
  parent.abort(reason);
  expect(signal).toMatchObject({ aborted: true, reason });
  expect(await reasonOf(call)).toBe(reason);
});
