import { describe, expect, it } from 'vitest';
import { Entry } from './support/entry.ts';
import { HandLoop } from './support/hand-loop.ts';

/** An entry armed for `at` on a loop that is then blocked until `until`, and runs its timers next, as after an I/O callback. */
function stalled(at: number, until: number, graceMs = 25): { loop: HandLoop; entry: Entry } {
  const loop = new HandLoop({ graceMs });
  const entry = new Entry();
  loop.arm(entry, at);
  loop.pass(until);
  loop.timers();
  return { loop, entry };
}

describe('grace', () => {
  it.each([0, 0.3, 0.9, 1, 4, 40])('a wake late by %d ms lets one poll pass before it decides', (lateMs) => {
    const { loop, entry } = stalled(60, 60 + lateMs);
    expect(entry.fired).toEqual([]);
    loop.disarm(entry);
    loop.idleUntil(1000);
    expect(entry.fired).toEqual([]);
    expect(loop.armed).toBe(0);
  });

  it('decides right after the poll when the wake was late by less than 5 ms', () => {
    const { loop, entry } = stalled(60, 64);
    loop.check();
    expect(entry.fired).toEqual([64]);
  });

  it('waits as long as the stall after a short one, and 25 ms after a long one', () => {
    for (const [stallMs, waitMs] of [
      [5, 5],
      [12, 12],
      [25, 25],
      [26, 25],
      [5000, 25],
    ] as const) {
      const { loop, entry } = stalled(60, 60 + stallMs);
      loop.check();
      expect(loop.asked.at(-1)).toBe(waitMs);
      loop.pass(waitMs);
      loop.timers();
      expect(entry.fired).toEqual([60 + stallMs + waitMs]);
    }
  });

  it('a response that takes several turns still wins during the wait', () => {
    const { loop, entry } = stalled(60, 100);
    loop.check();
    loop.pass(20);
    loop.timers();
    loop.disarm(entry);
    loop.idleUntil(1000);
    expect(entry.fired).toEqual([]);
    expect(loop.hostTimers).toBe(0);
  });

  it('is renewed three times when its own wait comes late, and no more', () => {
    const { loop, entry } = stalled(60, 100);
    let waits = 0;
    while (entry.fired.length === 0 && waits < 100) {
      loop.check();
      waits++;
      loop.pass(25 + 30); // Blocked again, every time.
      loop.timers();
    }
    expect(waits).toBe(4);
  });

  it('a grace in which nothing is left to decide does not count for the next stall', () => {
    const loop = new HandLoop();
    for (let round = 0; round < 20; round++) {
      const entry = new Entry();
      const start = loop.clock.time;
      loop.arm(entry, start + 80);
      loop.pass(120); // Blocked past its deadline; also past the end of the last round's grace.
      loop.timers();
      loop.check();
      loop.timers();
      loop.check();
      loop.pass(6);
      loop.timers();
      loop.check();
      expect(entry.fired).toEqual([]);
      loop.disarm(entry); // It took 6 ms and several turns, and the stall was of 40.
    }
    loop.idleUntil(loop.clock.time + 1000);
    expect(loop.hostTimers).toBe(0);
  });

  it('what was armed during a grace has one of its own when the loop is blocked past both', () => {
    const { loop, entry } = stalled(60, 100);
    loop.check(); // Waits until 125.
    loop.disarm(entry);
    const later = new Entry();
    loop.arm(later, 150);
    loop.pass(100);
    loop.timers(); // At 200, with nothing left to decide: the next wake is planned.
    loop.pass(1);
    loop.timers(); // Late by 51.
    loop.check();
    expect(later.fired).toEqual([]);
    expect(loop.asked.at(-1)).toBe(25);
    loop.disarm(later);
    loop.idleUntil(1000);
    expect(later.fired).toEqual([]);
  });

  it('a stall between two slices of a wake is a stall for what came due in it', () => {
    const loop = new HandLoop();
    const later = new Entry();
    // The hook of each slice takes the budget of a slice, and after the first a continuation blocks the loop.
    for (let index = 0; index < 300; index++) loop.arm(new Entry(index === 0 ? () => loop.pass(5) : undefined), 60);
    loop.arm(later, 100);
    loop.pass(60);
    loop.timers();
    loop.check(); // The first slice.
    loop.pass(60);
    loop.check(); // The second, at 125.
    loop.pass(1);
    loop.timers();
    loop.check();
    expect(later.fired).toEqual([]);
    expect(loop.asked.at(-1)).toBe(25);
  });

  it('what came due while slices ran as planned is not late by that', () => {
    const loop = new HandLoop();
    const later = new Entry();
    // Some 5 ms a slice, and a short one at the end: four turns, one after the other.
    for (let index = 0; index < 800; index++) loop.arm(new Entry(() => loop.pass(0.02)), 60);
    loop.arm(later, 62);
    loop.pass(60);
    loop.timers();
    while (loop.check() > 0);
    loop.asked.length = 0;
    loop.pass(1);
    loop.timers();
    loop.check();
    expect(later.fired).toHaveLength(1);
    expect(loop.asked).toEqual([]);
  });

  it('is not renewed when nothing is left to decide: the next wake is planned at once', () => {
    const { loop, entry } = stalled(60, 100);
    loop.check(); // Waits until 125.
    loop.disarm(entry);
    loop.arm(new Entry(), 130);
    loop.pass(27);
    loop.timers();
    expect(loop.asked.at(-1)).toBe(3);
  });

  it('what came due while a grace ran as planned is not late by that', () => {
    const { loop } = stalled(60, 100);
    const next = new Entry();
    loop.arm(next, 110);
    loop.check();
    loop.pass(25);
    loop.timers();
    loop.idleUntil(1000);
    expect(next.fired[0]).toBeLessThanOrEqual(127);
  });

  it('what is due is fixed before the poll: the grace of one is not the end of another', () => {
    const { loop, entry } = stalled(60, 100);
    const next = new Entry();
    loop.arm(next, 120);
    loop.check();
    loop.pass(25);
    loop.timers();
    expect(entry.fired).toEqual([125]);
    expect(next.fired).toEqual([]);
  });

  it('`graceMs: 0` decides in the wake itself', () => {
    const { entry } = stalled(60, 160, 0);
    expect(entry.fired).toEqual([160]);
  });
});
