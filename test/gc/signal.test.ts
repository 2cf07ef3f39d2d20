import { defaultRuntime, timed } from 'timed-operation';
import { describe, expect, test } from 'vitest';
import { collectUntil, leastGrowth } from './collect.ts';

const pending = () => new Promise<never>(() => {});

/** `count` calls, one after the other. */
async function wrap(count: number, call: () => PromiseLike<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await call();
}

test('1,000,000 sequential wraps on one signal let the heap grow by less than 64 kB', async () => {
  const { signal } = new AbortController();
  const call = () => timed(async () => 1, { timeout: 60_000, signal });
  await wrap(50_000, call);
  const enough = 64 * 1024;
  expect(await leastGrowth(() => wrap(1_000_000, call), enough)).toBeLessThan(enough);
  expect(defaultRuntime.scheduler).toMatchObject({ armed: 0, listeners: 0 });
});

describe('after a decision nothing reachable from the signal leads to the operation, its work or its result', () => {
  const settle = {
    response: () => {},
    failure: () => {},
    cancel: (call: { cancel(): boolean }) => call.cancel(),
    timeout: () => {},
    decode: () => {},
  };

  test.each(Object.keys(settle) as (keyof typeof settle)[])('by a %s', async (by) => {
    const { signal } = new AbortController();
    // Another operation goes on waiting, so that the listener stays.
    const other = timed(pending, { signal });
    other.catch(() => {});

    async function start(): Promise<WeakRef<object>[]> {
      const result = { by };
      const work = async () => {
        await null;
        if (by === 'failure') throw result;
        return by === 'cancel' || by === 'timeout' ? pending() : result;
      };
      const decode = by === 'decode' ? () => result : undefined;
      const call = timed<object>(work, { timeout: by === 'timeout' ? 5 : 60_000, signal, ...(decode && { decode }) });
      const refs = [call.operation, call, work, result].map((each) => new WeakRef<object>(each));
      settle[by](call);
      await call.catch(() => {});
      return refs;
    }

    const refs = await start();
    expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
    expect(other.operation.state).toBe('WAITING_RESPONSE');
    other.cancel();
  });

  test('by its abort', async () => {
    const controller = new AbortController();

    async function start(): Promise<WeakRef<object>[]> {
      const work = () => pending();
      const call = timed(work, { timeout: 60_000, signal: controller.signal });
      const refs = [call.operation, call, work].map((each) => new WeakRef<object>(each));
      controller.abort('reason');
      await call.catch(() => {});
      return refs;
    }

    const refs = await start();
    expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
    expect(controller.signal.aborted).toBe(true);
  });

  test('the signal itself is let go, too', async () => {
    async function start(): Promise<WeakRef<object>> {
      const controller = new AbortController();
      await timed(async () => 1, { timeout: 60_000, signal: controller.signal });
      return new WeakRef(controller.signal);
    }
    const ref = await start();
    expect(await collectUntil(() => ref.deref() === undefined)).toBe(true);
  });
});
