import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createRuntime, defaultRuntime, timed } from 'timed-operation';
import { describe, expect, it, vi } from 'vitest';
import { runScript } from '../run-script.ts';
import { never, reasonOf } from './reason-of.ts';

// What is reachable and how much the heap grows (C23, C28) is looked at in test/gc/signal.test.ts.

describe('C23, C24 and C27: one signal for many calls', () => {
  it('holds one listener during 100,000 calls one after the other, and none when the turn of the last is over', async () => {
    const { signal } = new AbortController();
    let most = 0;
    for (let index = 0; index < 100_000; index++) {
      const call = timed(async () => index, { timeout: 60_000, signal });
      if (index % 1_000 === 0) most = Math.max(most, getEventListeners(signal, 'abort').length);
      await call;
    }
    expect(most).toBe(1);
    await wait(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it.each(['fulfils', 'rejects', 'times out', 'is cancelled'])('holds none after a call that %s', async (how) => {
    const controller = new AbortController();
    const work = how === 'fulfils' ? async () => 1 : how === 'rejects' ? () => Promise.reject(how) : never;
    const call = timed(work, { timeout: 20, signal: controller.signal });
    if (how === 'is cancelled') call.cancel();
    await call.catch(() => {});
    await wait(1);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('holds one for 1,000 calls at once: no warning, all hear an abort, and then there is none', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const controller = new AbortController();
    const calls = Array.from({ length: 1_000 }, () => reasonOf(timed(never, { signal: controller.signal })));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    await wait(1);
    controller.abort('all');
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['all']));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });
});

it('C25: a failing work with a signal raises no unhandled rejection when its result is caught', async () => {
  const { code, stdout } = await runScript(`
    import { timed } from 'timed-operation';
    let unhandled = 0;
    process.on('unhandledRejection', () => unhandled++);
    const { signal } = new AbortController();
    for (const work of [() => Promise.reject(new Error('x')), Promise.reject(new Error('y')), () => { throw new Error('z'); }]) {
      await timed(work, { timeout: 1000, signal }).catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    console.log(unhandled);
  `);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '0\n' });
});

it('C29 and C32: after a success, a failure, a timeout, an abort or a cancel nothing keeps the process alive', async () => {
  // Longer limits than the time after which a script is killed as hanging.
  const { code, stdout } = await runScript(`
    import { timed } from 'timed-operation';
    const controller = new AbortController();
    const { signal } = controller;
    const never = () => new Promise(() => {});
    await timed(async () => 1, { timeout: 600_000, signal });
    await timed(() => Promise.reject(1), { timeout: 600_000, signal }).catch(() => {});
    await timed(never, { timeout: 5, idle: 600_000, signal }).catch(() => {});
    const cancelled = timed(never, { timeout: 600_000, signal });
    cancelled.cancel();
    await cancelled.catch(() => {});
    const aborted = timed(never, { timeout: 600_000, signal });
    setTimeout(() => controller.abort('enough'), 5);
    console.log(await aborted.catch((reason) => reason));
  `);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'enough\n' });
});

describe('C31: a success', () => {
  it('disarms: 100,000 of them with a limit of 2 s leave nothing armed', async () => {
    const runtime = createRuntime();
    for (let index = 0; index < 100_000; index++) await timed(() => index, { timeout: 2_000, runtime });
    expect(runtime.scheduler.armed).toBe(0);
  });

  it('is never followed by an abort of its signal', async () => {
    let signal: AbortSignal | undefined;
    const aborted = vi.fn();
    await timed(async (context) => {
      signal = context.signal;
      signal.addEventListener('abort', aborted);
    }, 15);
    await wait(40);
    expect(signal?.aborted).toBe(false);
    expect(aborted).not.toHaveBeenCalled();
  });
});

it('C34: a timer handle is never taken for a number', async () => {
  const real = globalThis.setTimeout;
  const coerced = vi.fn();
  vi.stubGlobal('setTimeout', (task: () => void, ms: number) =>
    Object.defineProperty(real(task, ms), Symbol.toPrimitive, { value: coerced }),
  );
  try {
    expect(await reasonOf(timed(never, { timeout: 5, runtime: createRuntime() }))).toMatchObject({ limitMs: 5 });
    await timed(() => wait(1), { timeout: 500, runtime: createRuntime() });
  } finally {
    vi.unstubAllGlobals();
  }
  expect(coerced).not.toHaveBeenCalled();
  expect(defaultRuntime.scheduler.armed).toBe(0);
});
