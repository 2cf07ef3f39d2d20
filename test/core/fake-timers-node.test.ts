import { mock } from 'node:test';
import { timed } from 'timed-operation';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const { setTimeout: realSetTimeout } = globalThis;

/** Lets everything run that needs no faked time. */
function settle(ms = 2): Promise<void> {
  return new Promise((resolve) => {
    realSetTimeout(resolve, ms);
  });
}

const never = () => new Promise<never>(() => {});

// node:test has no fake for `performance`: whatever it fakes, the clock stays real.
const FAKES = [
  ['everything that node:test fakes', undefined],
  ['setTimeout alone', ['setTimeout']],
] as const;

function putIn(apis: readonly 'setTimeout'[] | undefined): void {
  mock.timers.enable(apis === undefined ? undefined : { apis: [...apis] });
}

afterEach(() => {
  mock.timers.reset();
});

describe.each(FAKES)("with node:test's mock timers, %s", (_, apis) => {
  describe.each(['after', 'before'] as const)('put in %s import', (order) => {
    let call: typeof timed;

    beforeEach(async () => {
      if (order === 'before') {
        vi.resetModules();
        putIn(apis);
        call = (await import('timed-operation')).timed;
      } else {
        call = timed;
        putIn(apis);
      }
    });

    /** A call that says by itself whether it timed out. */
    function start(timeout: number) {
      const promise = call(never, timeout);
      promise.catch(() => {});
      return promise.operation;
    }

    test('a limit of 100 fires at 100, not at 99', async () => {
      const operation = start(100);
      mock.timers.tick(99);
      await settle();
      expect(operation.outcome).toBeUndefined();
      mock.timers.tick(1);
      expect(operation.outcome).toBe('timedOut');
    });

    test.each([1, 2, 3, 4, 5, 6])('a short limit of %d ms fires at it, not before', (ms) => {
      const operation = start(ms);
      mock.timers.tick(ms - 1);
      expect(operation.outcome).toBeUndefined();
      mock.timers.tick(1);
      expect(operation.outcome).toBe('timedOut');
    });

    test('several limits fire in one synchronous advance', () => {
      const operations = [30, 10, 20, 100, 101].map(start);
      mock.timers.tick(100);
      expect(operations.map(({ outcome }) => outcome)).toEqual([
        'timedOut',
        'timedOut',
        'timedOut',
        'timedOut',
        undefined,
      ]);
    });

    test('a limit armed halfway through another takes its whole time', () => {
      const first = start(100);
      mock.timers.tick(50);
      const second = start(100);
      mock.timers.tick(50);
      expect([first.outcome, second.outcome]).toEqual(['timedOut', undefined]);
      mock.timers.tick(49);
      expect(second.outcome).toBeUndefined();
      mock.timers.tick(1);
      expect(second.outcome).toBe('timedOut');
    });

    test('2^31 fires there and not before; Infinity never', () => {
      const long = start(2 ** 31);
      const endless = start(Number.POSITIVE_INFINITY);
      mock.timers.tick(2 ** 31 - 1);
      expect(long.outcome).toBeUndefined();
      mock.timers.tick(1);
      expect(long.outcome).toBe('timedOut');
      mock.timers.tick(2 ** 31);
      expect(endless.outcome).toBeUndefined();
    });

    test('a timeout completes without faked time', async () => {
      const promise = call(never, 100);
      mock.timers.tick(100);
      await expect(promise).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 100 });
    });

    test('once they are taken out, a limit takes real time, also after a stall of the loop', async () => {
      mock.timers.reset();
      const promise = call(never, 20);
      promise.catch(() => {});
      const start = performance.now();
      while (performance.now() - start < 40);
      await promise.catch(() => {});
      expect(promise.operation.outcome).toBe('timedOut');
      expect(performance.now() - start).toBeGreaterThanOrEqual(20);
    });

    test('a limit armed before the fakes still fires in real time', async () => {
      mock.timers.reset();
      const start = performance.now();
      const promise = call(never, 20);
      promise.catch(() => {});
      putIn(apis);
      mock.timers.tick(10_000);
      expect(promise.operation.outcome).toBeUndefined();
      await promise.catch(() => {});
      expect(promise.operation.outcome).toBe('timedOut');
      expect(performance.now() - start).toBeGreaterThanOrEqual(20);
    });
  });
});
