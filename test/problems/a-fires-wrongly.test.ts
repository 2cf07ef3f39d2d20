import { setTimeout as wait } from 'node:timers/promises';
import { Deadline, type TimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it, vi } from 'vitest';
import { block, never, reasonOf } from './reason-of.ts';

// A1 and A5 are claims of the README: test/property/no-false-timeout.test.ts and test/property/never-early.test.ts.

describe('A3: a busy loop', () => {
  it('does not make an operation fire early that was begun just before a late wake', async () => {
    for (let round = 0; round < 5; round++) {
      const other = reasonOf(timed(never, 20));
      block(30);
      // The wake for `other` is late by now, and still to come.
      const start = performance.now();
      const answered = timed(() => wait(20, 'in time'), 1_000);
      const call = timed(never, 25);
      const error = (await reasonOf(call)) as TimeoutError;
      expect(performance.now() - start).toBeGreaterThanOrEqual(25);
      expect(error.elapsedMs).toBeGreaterThanOrEqual(25);
      expect(await answered).toBe('in time');
      await other;
    }
  });
});

describe('A4: a small limit', () => {
  it('is kept, to the millisecond: 1 ms against an answer of 5 s, 300 against one of 500', async () => {
    const runtime = new ManualRuntime();
    for (const [limit, answer] of [
      [1, 5_000],
      [300, 500],
      [0.25, 1],
    ] as const) {
      const start = runtime.now;
      const work = () => new Promise((resolve) => void timed(never, { timeout: answer, runtime }).catch(resolve));
      expect(await runtime.run(reasonOf(timed(work, { timeout: limit, runtime })))).toMatchObject({ limitMs: limit });
      expect(runtime.now - start).toBeCloseTo(limit, 9);
      await runtime.advanceAsync(10_000);
    }
  });

  it('fires on real timers too, though it is a fraction or 1', async () => {
    for (const limit of [0.1, 1, 3]) expect(await reasonOf(timed(never, limit))).toMatchObject({ limitMs: limit });
  });
});

describe('A6 and A7: a limit beyond 31 bits', () => {
  it.each([2 ** 31 - 1, 2 ** 31, 2_592_000_000, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'of %s ms really waits, without a warning, and can be cancelled',
    async (ms) => {
      const warned = vi.fn();
      process.on('warning', warned);
      const call = timed(never, ms);
      await wait(30);
      process.off('warning', warned);
      expect(call.operation.state).toBe('WAITING_RESPONSE');
      expect(call.cancel()).toBe(true);
      expect(await reasonOf(call)).toMatchObject({ code: 'ERR_CANCELLED' });
      expect(warned).not.toHaveBeenCalled();
    },
  );

  it('fires when its time has come, and Infinity never', async () => {
    const runtime = new ManualRuntime();
    const month = timed(never, { timeout: 2_592_000_000, runtime });
    const endless = timed(never, { timeout: Number.POSITIVE_INFINITY, runtime });
    expect(runtime.armed).toBe(1);
    runtime.advance(2_591_999_999);
    expect(month.operation.state).toBe('WAITING_RESPONSE');
    runtime.advance(1);
    expect(await runtime.run(reasonOf(month))).toMatchObject({ limitMs: 2_592_000_000 });
    expect(endless.operation.state).toBe('WAITING_RESPONSE');
  });
});

it('A8: a signal is heard when the limit is Infinity', async () => {
  const controller = new AbortController();
  const call = timed(never, { timeout: Number.POSITIVE_INFINITY, signal: controller.signal });
  setTimeout(() => controller.abort('enough'), 10);
  expect(await reasonOf(call)).toBe('enough');
});

describe('A9: a limit that is no number of milliseconds', () => {
  it.each([Number.NaN, undefined, null, '30', -1, -0.5, [], true, 30n, Symbol('30')])(
    'as %o is a TypeError, as a rejection, and the work is not begun',
    async (limit) => {
      const work = vi.fn();
      const call = timed(work, limit as never);
      expect(await reasonOf(call)).toBeInstanceOf(TypeError);
      expect(work).not.toHaveBeenCalled();
    },
  );
});

describe('A10 and A11: the wall clock', () => {
  it('a deadline is an instant of the monotonic clock; a Date is none', async () => {
    expect(() => Deadline.after(new Date() as never)).toThrow(TypeError);
    expect(await reasonOf(timed(never, { deadline: new Date(Date.now() + 2_000) as never }))).toBeInstanceOf(TypeError);
    const now = performance.now();
    const deadline = Deadline.after(2_000);
    expect(deadline.at).toBeGreaterThanOrEqual(now + 2_000);
    expect(deadline.remaining()).toBeGreaterThan(1_000);
  });

  it.each([3_600_000, -3_600_000])(
    'a jump by %i ms while an operation waits neither fires it nor keeps it',
    async (jump) => {
      const realNow = Date.now;
      const start = performance.now();
      const call = timed(never, 60);
      let settled = false;
      const reason = reasonOf(call).finally(() => {
        settled = true;
      });
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() + jump);
      try {
        await wait(20);
        const inTime = performance.now() - start < 60;
        if (inTime) expect(settled).toBe(false);
        expect(((await reason) as TimeoutError).elapsedMs).toBeLessThan(3_000_000);
        expect(performance.now() - start).toBeGreaterThanOrEqual(60);
      } finally {
        vi.restoreAllMocks();
      }
    },
  );

  it('a jump changes no limit that is extended after it, and none that is absolute', async () => {
    const realNow = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() - 3_600_000);
    try {
      const start = performance.now();
      const extended = timed((context) => {
        context.extend(30);
        return never();
      }, 60_000);
      const absolute = timed(never, { deadline: Deadline.after(30) });
      for (const error of await Promise.all([extended, absolute].map(reasonOf))) {
        expect((error as TimeoutError).elapsedMs).toBeLessThan(3_000_000);
      }
      expect(performance.now() - start).toBeGreaterThanOrEqual(30);
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe('A12: a host that slept for an hour in the middle of a limit of a minute', () => {
  it('with a clock that counts sleep: decided at the first wake after it, and says how late', async () => {
    const runtime = new ManualRuntime();
    const call = timed(never, { timeout: 60_000, runtime });
    runtime.advance(10_000);
    runtime.clock.moveTo(runtime.now + 3_600_000);
    runtime.advance(0);
    expect(await runtime.run(reasonOf(call))).toMatchObject({ elapsedMs: 3_610_000, lateByMs: 3_550_000 });
  });

  it('with a clock that does not: goes on where it was, and is not early', async () => {
    const runtime = new ManualRuntime();
    const call = timed(never, { timeout: 60_000, runtime });
    runtime.advance(10_000);
    // The host sleeps, and its clock stands still.
    runtime.advance(49_999);
    expect(call.operation.state).toBe('WAITING_RESPONSE');
    runtime.advance(1);
    expect(await runtime.run(reasonOf(call))).toMatchObject({ elapsedMs: 60_000, lateByMs: 0 });
  });
});

describe('A14: what comes after the response', () => {
  it('is not charged to it: a response at 48 of 50 ms, decoded for longer than the limit, is a success', async () => {
    const runtime = new ManualRuntime();
    const work = () =>
      new Promise<string>((resolve) => void timed(never, { timeout: 48, runtime }).catch(() => resolve('48')));
    const decode = (text: string) =>
      new Promise<number>((resolve) => void timed(never, { timeout: 500, runtime }).catch(() => resolve(Number(text))));
    const call = timed(work, { timeout: 50, decode, runtime });
    await runtime.advanceAsync(49);
    expect(call.operation.state).toBe('RESPONSE_RECEIVED');
    expect(await runtime.run(call)).toBe(48);
    expect(runtime.now).toBe(548);
  });

  it('nor is a decode that blocks the loop, or a slow continuation', async () => {
    const call = timed(() => wait(5, 'response'), {
      timeout: 100,
      decode: (response) => {
        block(130);
        return response;
      },
    });
    const value = await call;
    block(130);
    expect(value).toBe('response');
  });
});
