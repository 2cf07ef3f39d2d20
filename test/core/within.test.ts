import { isTimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it, vi } from 'vitest';
import { never, reasonOf } from '../problems/reason-of.ts';

it('an inner call ends with the outer one, whatever its own limit; its hooks and fallback do not hide that', async () => {
  const runtime = new ManualRuntime();
  const onTimeout = vi.fn();
  let inner: unknown;
  const outer = timed(
    async (context) => {
      const call = timed(never, { timeout: 500, within: context, fallback: 'none', onTimeout });
      inner = await reasonOf(call);
      throw inner;
    },
    { timeout: 20, runtime },
  );
  expect(isTimeoutError(await runtime.run(reasonOf(outer)))).toBe(true);
  await runtime.settle();
  expect(runtime.now).toBe(20);
  expect(isTimeoutError(inner)).toBe(true);
  expect(onTimeout).not.toHaveBeenCalled();
  expect(runtime).toMatchObject({ armed: 0, listeners: 0 });
});

it('an inner call sees what is left of the outer one, and is on its runtime', async () => {
  const runtime = new ManualRuntime();
  const outer = timed(
    async (context) => {
      await reasonOf(timed(never, { timeout: 5, within: context }));
      return timed((own) => own.remaining(), { timeout: 500, within: context });
    },
    { timeout: 20, runtime },
  );
  expect(await runtime.run(outer)).toBe(15);
});

it('a cancel of the outer call reaches the inner one, through the signal passed on', async () => {
  const runtime = new ManualRuntime();
  let signal: AbortSignal | undefined;
  const outer = timed(
    (context) =>
      timed(
        (own) => {
          signal = own.signal;
          return never();
        },
        { within: context },
      ),
    { runtime },
  );
  outer.cancel('enough');
  const error = await runtime.run(reasonOf(outer));
  expect(error).toMatchObject({ code: 'ERR_CANCELLED', cause: 'enough' });
  expect(signal?.reason).toBe(error);
});
