import { expect, it } from 'vitest';
import { monotonicClock } from '../../src/core/clock.ts';
import { HostScheduler } from '../../src/core/scheduler.ts';
import { Entry } from '../core/support/entry.ts';

async function heapUsed(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

it('arming costs no object: 200,000 armed entries take at most 32 bytes each beyond themselves', async () => {
  const scheduler = new HostScheduler();
  const entries = Array.from({ length: 200_000 }, () => new Entry());
  const now = monotonicClock.now();
  // An instant with a fraction is a heap number in the node, so it is there before as well.
  for (const [index, entry] of entries.entries()) entry.at = now + 60_000.5 + index / 7;
  const before = await heapUsed();
  for (const entry of entries) scheduler.arm(entry, entry.at);
  const armed = await heapUsed();
  expect((armed - before) / entries.length).toBeLessThanOrEqual(32);
  for (const entry of entries) scheduler.disarm(entry);
  expect(scheduler.armed).toBe(0);
});

it('the scheduler forgets what was disarmed', async () => {
  const scheduler = new HostScheduler();
  const keeper = new Entry();
  scheduler.arm(keeper, monotonicClock.now() + 60_000);
  const refs = Array.from({ length: 100 }, (_, index) => {
    const entry = new Entry();
    scheduler.arm(entry, monotonicClock.now() + 10 + index * 1000);
    scheduler.disarm(entry);
    return new WeakRef(entry);
  });
  await heapUsed();
  expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
  scheduler.disarm(keeper);
});

it('1,000,000 times armed and disarmed leaves nothing', async () => {
  const scheduler = new HostScheduler();
  const round = (count: number) => {
    const now = monotonicClock.now();
    for (let index = 0; index < count; index++) {
      const entry = new Entry();
      scheduler.arm(entry, now + 10_000 + (index % 30_000));
      scheduler.disarm(entry);
    }
  };
  round(100_000);
  const before = await heapUsed();
  round(1_000_000);
  expect((await heapUsed()) - before).toBeLessThan(256 * 1024);
  expect(scheduler.armed).toBe(0);
});
