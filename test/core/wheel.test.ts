import { TimedOperation } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import type { Expirable } from '../../src/core/expirable.ts';
import { Wheel } from '../../src/core/wheel.ts';
import { WheelDriver } from './support/wheel-driver.ts';

const STARTS = [0, 0.5, 1, 3, 255, 1023, 2 ** 31 - 5000, 2 ** 32 - 5000, 2 ** 53 / 2];
const POWERS = Array.from({ length: 16 }, (_, level) => 4 ** level);
const DISTANCES = [
  ...new Set([0, 1, 255, 256, 257, 1023, 1024, 65_535, 65_536, 2 ** 30 - 1, 2 ** 30, 2 ** 31, 2 ** 33, ...POWERS]),
].flatMap((distance) => [distance - 1, distance, distance + 1].filter((each) => each >= 0));

describe.each(STARTS)('a wheel started at %d', (start) => {
  it('gives a node out at its tick, at every level boundary, and wakes at most a few times on the way', () => {
    for (const distance of DISTANCES) {
      const driver = new WheelDriver(start);
      const node = driver.arm(distance);
      let wakes = 0;
      let fired: number | undefined;
      for (; fired === undefined && wakes < 100; wakes++) {
        const next = driver.wheel.next();
        expect(next).toBeLessThanOrEqual(Math.max(Math.ceil(node.at), Math.floor(start)));
        if (driver.wake(next).length > 0) fired = next;
      }
      expect([distance, fired]).toEqual([distance, Math.ceil(node.at)]);
      // Once a level at most, and once more for each horizon that lies on the way.
      expect(wakes).toBeLessThanOrEqual(12 * (1 + Math.ceil(distance / 2 ** 30)));
      expect(driver.wheel.next()).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('gives nothing out a tick before', () => {
    for (const distance of DISTANCES.filter((each) => each > 0)) {
      const driver = new WheelDriver(Math.floor(start));
      const node = driver.arm(distance);
      expect([distance, driver.wake(node.at - 1)]).toEqual([distance, []]);
      expect([distance, driver.wake(node.at)]).toEqual([distance, [node]]);
    }
  });
});

describe('a wheel', () => {
  it('rounds a fraction up: never early, and late by less than a tick', () => {
    for (const at of [100.001, 100.5, 100.999, 101]) {
      const driver = new WheelDriver(0);
      const node = driver.arm(at);
      expect(driver.wake(100.9999)).toEqual([]);
      expect(driver.wake(101)).toEqual([node]);
    }
  });

  it('files what is already due into the next tick it gives out', () => {
    const driver = new WheelDriver(1000);
    driver.wake(1000);
    const node = driver.arm(-500);
    expect(driver.wheel.next()).toBe(1001);
    expect(driver.wake(1001)).toEqual([node]);
  });

  it('files an operation by how far away it is, however long nothing was filed', () => {
    const idleMs = 3_600_000;
    const wheel = new Wheel(0);
    const runtime = new ManualRuntime();
    runtime.scheduler.arm = (entry: Expirable, at: number, since?: number) => {
      entry.at = at;
      wheel.insert(entry, since);
    };
    runtime.advance(idleMs);
    const operation = new TimedOperation(runtime, {}, undefined);
    operation.submit(() => {});
    operation.arm(1_000);
    // A slot is at most 1/64 of the distance to it; of an hour that would be a minute too early.
    expect(wheel.next()).toBeGreaterThanOrEqual(idleMs + 1_000 - 1_000 / 64);
    expect(wheel.next()).toBeLessThanOrEqual(idleMs + 1_000);
  });

  it('is exact after an hour and after ten days without a wake', () => {
    for (const idleMs of [3_600_000, 864_000_000]) {
      const driver = new WheelDriver(17);
      driver.now += idleMs;
      const node = driver.arm(1000);
      expect(driver.wake(node.at - 1)).toEqual([]);
      expect(driver.wake(node.at)).toEqual([node]);
    }
  });

  it('takes a jump of any length in one wake, whole turns of every level included', () => {
    for (const jumpMs of [256, 1024, 65_536, 2 ** 30, 2 ** 34]) {
      const driver = new WheelDriver(5);
      const nodes = DISTANCES.filter((distance) => distance <= jumpMs).map((distance) => driver.arm(distance));
      expect(new Set(driver.wake(5 + jumpMs))).toEqual(new Set(nodes));
      expect(driver.armed.size).toBe(0);
    }
  });

  it('stands still when the clock goes back, and fires nothing early for it', () => {
    const driver = new WheelDriver(10_000);
    const before = driver.arm(500);
    driver.wake(10_300);
    expect(driver.wake(9000)).toEqual([]);
    const after = driver.arm(100);
    expect(driver.wake(9050)).toEqual([]);
    // Ticks up to 10,300 are gone: the earliest left is the next one.
    expect(driver.wheel.next()).toBe(10_301);
    expect(driver.wake(10_301)).toEqual([after]);
    expect(driver.wake(10_500)).toEqual([before]);
  });

  it('lets a node be disarmed while its slot is due, or filed', () => {
    const driver = new WheelDriver(0);
    const nodes = [10, 300, 310, 5000, 5001, 70_000].map((delay) => driver.arm(delay));
    driver.advance(80_000);
    driver.disarm(nodes[0]!);
    driver.disarm(nodes[3]!);
    const [first] = driver.take(1);
    driver.disarm(nodes[2]!);
    expect(new Set([first, ...driver.take()])).toEqual(new Set([nodes[1], nodes[4], nodes[5]]));
    expect(driver.armed.size).toBe(0);
    expect(driver.wheel.next()).toBe(Number.POSITIVE_INFINITY);
  });

  it('an emptied slot is forgotten: disarmed nodes cause no wake', () => {
    const driver = new WheelDriver(0);
    for (const distance of DISTANCES) driver.disarm(driver.arm(distance));
    expect(driver.wheel.next()).toBe(Number.POSITIVE_INFINITY);
  });

  it('a node armed in the middle of a wake for its own slot is not lost in it', () => {
    const driver = new WheelDriver(0);
    driver.arm(300);
    driver.wake(300);
    const next = driver.arm(1024);
    expect(driver.wake(1324)).toEqual([next]);
  });

  it('equal deadlines armed together are given out in the order of arming, through every level', () => {
    for (const distance of DISTANCES) {
      const driver = new WheelDriver(7);
      for (let index = 0; index < 50; index++) driver.arm(distance);
      let fired = driver.wake(driver.wheel.next());
      for (let wakes = 0; fired.length === 0 && wakes < 100; wakes++) fired = driver.wake(driver.wheel.next());
      expect(fired.map(({ order }) => order)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    }
  });

  it('40,000 timers of 5 s, armed four a millisecond, fire in the order of arming', () => {
    const driver = new WheelDriver(0);
    const fired: number[] = [];
    for (let ms = 0; ms < 15_001; ms++) {
      driver.now = ms;
      if (ms >= driver.wheel.next()) for (const { order } of driver.wake(ms)) fired.push(order);
      if (ms < 10_000) for (let index = 0; index < 4; index++) driver.arm(5000);
    }
    expect(fired).toHaveLength(40_000);
    expect(fired.filter((order, index) => order !== index)).toEqual([]);
  });

  it('960,000 timers of 60 s: no wake touches more than half a percent of them', () => {
    const driver = new WheelDriver(0);
    for (let ms = 0; ms < 60_000; ms++) {
      driver.wake(ms);
      for (let index = 0; index < 16; index++) driver.arm(60_000);
    }
    expect(driver.armed.size).toBe(960_000);
    let worst = 0;
    let wakes = 0;
    while (driver.armed.size > 0 && wakes++ < 200_000) {
      const now = driver.wheel.next();
      const before = driver.touched;
      driver.wake(now);
      worst = Math.max(worst, driver.touched - before);
    }
    expect(driver.armed.size).toBe(0);
    expect(worst).toBeLessThanOrEqual(960_000 * 0.005);
  });
});
