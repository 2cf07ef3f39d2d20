import { type TimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it, vi } from 'vitest';
import { never, reasonOf } from '../problems/reason-of.ts';
import { runScript } from '../run-script.ts';

it('a timeout with a fallback fulfils with it, and its outcome stays timedOut', async () => {
  const runtime = new ManualRuntime();
  const value = timed(never, { timeout: 5, fallback: 'from the cache', runtime });
  const made = timed(never, { timeout: 5, fallback: (error: TimeoutError) => error.limitMs, runtime });
  expect(await runtime.run(value)).toBe('from the cache');
  expect(await runtime.run(made)).toBe(5);
  expect([value.operation.outcome, made.operation.outcome]).toEqual(['timedOut', 'timedOut']);
});

it('of undefined is none; a function that gives undefined, or null, is one', async () => {
  const runtime = new ManualRuntime();
  const none = timed(never, { timeout: 5, fallback: undefined, runtime });
  const nothing = timed(never, { timeout: 5, fallback: () => undefined, runtime });
  const nil = timed(never, { timeout: 5, fallback: null, runtime });
  expect(await runtime.run(reasonOf(none))).toMatchObject({ code: 'ERR_TIMED_OUT' });
  expect(await runtime.run(nothing)).toBeUndefined();
  expect(await runtime.run(nil)).toBeNull();
});

it('comes after the abort and the hook, and for no failure, cancel or abort', async () => {
  const runtime = new ManualRuntime();
  const events: string[] = [];
  const call = timed(
    ({ signal }) => {
      signal.addEventListener('abort', () => events.push('abort'));
      return never();
    },
    {
      timeout: 5,
      runtime,
      onTimeout: () => events.push('onTimeout'),
      fallback: () => events.push('fallback'),
    },
  );
  await runtime.run(call);
  expect(events).toEqual(['abort', 'onTimeout', 'fallback']);

  const fallback = vi.fn();
  const failed = timed(() => Promise.reject('failed'), { timeout: 5, runtime, fallback });
  const cancelled = timed(never, { timeout: 5, runtime, fallback });
  cancelled.cancel();
  const aborted = timed(never, { timeout: 5, runtime, fallback, signal: AbortSignal.abort('aborted') });
  const reasons = await runtime.run(Promise.all([failed, cancelled, aborted].map(reasonOf)));
  expect(reasons).toMatchObject(['failed', { code: 'ERR_CANCELLED' }, 'aborted']);
  expect(fallback).not.toHaveBeenCalled();
});

it('that rejects or throws is no unhandled rejection, though many completions wait for their turn', async () => {
  const { code, stdout } = await runScript(`
    import { timed } from 'timed-operation';
    let unhandled = 0;
    process.on('unhandledRejection', () => unhandled++);
    const never = () => new Promise(() => {});
    const spin = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
    const rejecting = async () => { throw 'own'; };
    const throwing = () => { throw 'own'; };
    for (const fallback of [rejecting, throwing]) for (const timeout of [20, 0]) {
      const calls = Array.from({ length: 1_000 }, () => timed(never, { timeout, fallback }).catch((error) => {
        spin(0.05);
        return error;
      }));
      console.log([...new Set(await Promise.all(calls))].join());
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
    console.log(unhandled);
  `);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'own\nown\nown\nown\n0\n' });
});
