import { defaultRuntime, isTimeoutError, timed } from 'timed-operation';
import { expect, test } from 'vitest';
import { collectUntil } from './collect.ts';

const pending = () => new Promise<never>(() => {});

test('operations that nobody references still fire, with all their hooks', async () => {
  const fired: string[] = [];
  (() => {
    timed(pending, 40).catch(() => fired.push('timeout'));
    timed(pending(), { timeout: 40, onTimeout: () => fired.push('onTimeout') }).catch(() => {});
    timed(({ signal }) => {
      signal.addEventListener('abort', () => fired.push('abort'));
      return pending();
    }, 40).catch(() => {});
    timed(pending, { timeout: 40, fallback: () => fired.push('fallback') });
    timed(pending, { timeout: 40, signal: new AbortController().signal, ref: false }).catch(() => fired.push('unref'));
    timed(pending, { idle: 40 }).catch(() => fired.push('idle'));
    timed(async () => 1, { timeout: 40, decode: pending, decodeTimeout: 40 }).catch(() => fired.push('decode'));
  })();
  for (let attempt = 0; attempt < 5; attempt++) gc?.();
  while (defaultRuntime.scheduler.armed > 0) await collectUntil(() => false);
  await collectUntil(() => fired.length === 7);
  expect(fired.toSorted()).toEqual(['abort', 'decode', 'fallback', 'idle', 'onTimeout', 'timeout', 'unref']);
});

test('a signal that is composed of the work’s own aborts too, though nobody else holds either', async () => {
  const reasons: unknown[] = [];
  (() => {
    timed(({ signal }) => {
      const composed = AbortSignal.any([signal, new AbortController().signal]);
      composed.addEventListener('abort', () => reasons.push(composed.reason));
      return pending();
    }, 40).catch(() => {});
  })();
  while (defaultRuntime.scheduler.armed > 0) await collectUntil(() => false);
  expect(await collectUntil(() => reasons.length === 1)).toBe(true);
  expect(isTimeoutError(reasons[0])).toBe(true);
});

test('an operation without a limit that nobody references is collected', async () => {
  const refs = (() => {
    const calls = [timed(pending, Number.POSITIVE_INFINITY), timed(pending, {}), timed(pending(), {})];
    return calls.map(({ operation }) => new WeakRef<object>(operation));
  })();
  expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
});

test('a decided operation is collected, although its limit would end in a minute', async () => {
  async function start(): Promise<WeakRef<object>[]> {
    const calls = Array.from({ length: 5 }, (_, index) => timed(async () => index, 60_000 + index));
    await Promise.all(calls);
    return calls.map(({ operation }) => new WeakRef<object>(operation));
  }
  const refs = await start();
  expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
});

test('a call keeps no async context alive once it is decided', async () => {
  const { AsyncLocalStorage } = await import('node:async_hooks');
  const storage = new AsyncLocalStorage<object>();
  async function start(): Promise<WeakRef<object>> {
    const store = { big: new Array(1000) };
    await storage.run(store, async () => {
      await timed(async ({ signal }) => signal.aborted, { timeout: 60_000, onTimeout() {} });
    });
    return new WeakRef(store);
  }
  const ref = await start();
  expect(await collectUntil(() => ref.deref() === undefined)).toBe(true);
});
