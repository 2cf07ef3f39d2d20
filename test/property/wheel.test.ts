import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Numbered, WheelDriver } from '../core/support/wheel-driver.ts';

type Step =
  | { readonly kind: 'arm'; readonly delayMs: number }
  | { readonly kind: 'disarm'; readonly which: number }
  | { readonly kind: 'disarmBetween'; readonly which: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'wake'; readonly ms: number }
  | { readonly kind: 'back'; readonly ms: number }
  | { readonly kind: 'wakeAtNext' };

const boundary = fc
  .tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: -2, max: 2 }))
  .map(([level, off]) => Math.max(0, 4 ** level + off));
const ms = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  boundary,
  fc.constantFrom(255, 256, 1023, 1024, 65_535, 65_536),
  fc.double({ min: 0, max: 5000, noNaN: true }),
  fc.integer({ min: 0, max: 2 ** 33 }),
);
const which = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: ms.map((delayMs): Step => ({ kind: 'arm', delayMs })) },
  { weight: 2, arbitrary: which.map((index): Step => ({ kind: 'disarm', which: index })) },
  { weight: 1, arbitrary: which.map((index): Step => ({ kind: 'disarmBetween', which: index })) },
  { weight: 2, arbitrary: ms.map((each): Step => ({ kind: 'pass', ms: each })) },
  { weight: 2, arbitrary: ms.map((each): Step => ({ kind: 'wake', ms: each })) },
  { weight: 1, arbitrary: ms.map((each): Step => ({ kind: 'back', ms: each })) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'wakeAtNext' }) },
);
const start = fc.oneof(
  fc.constantFrom(0, 2 ** 31 - 5000, 2 ** 32 - 5000, 2 ** 53 / 2),
  fc.double({ min: 0, max: 1e7, noNaN: true }),
);

/** Plays the steps on a wheel, and holds it to a plain list of what is armed. */
function play(begin: number, steps: readonly Step[], slice: number): void {
  const driver = new WheelDriver(begin);
  const pick = (index: number): Numbered | undefined => [...driver.armed][index % driver.armed.size];
  const wake = (now: number, between?: number) => {
    const expected = driver.expected(now);
    if (between === undefined) {
      expect(new Set(driver.wake(now))).toEqual(expected);
    } else {
      // Disarmed after the wake has detached it, wherever it then is.
      driver.advance(now);
      const first = driver.take(slice);
      const node = pick(between);
      if (node !== undefined) {
        driver.disarm(node);
        expected.delete(node);
      }
      expect(new Set([...first, ...driver.take()])).toEqual(expected);
    }
    const next = driver.wheel.next();
    expect(next).toBeLessThanOrEqual(Math.min(...[...driver.armed].map(({ tick }) => tick)));
    expect(next === Number.POSITIVE_INFINITY).toBe(driver.armed.size === 0);
    expect(next).toBeGreaterThanOrEqual(driver.firstTick);
  };
  for (const each of steps) {
    if (each.kind === 'arm') driver.arm(each.delayMs);
    else if (each.kind === 'pass') driver.now += each.ms;
    else if (each.kind === 'wake') wake(driver.now + each.ms);
    else if (each.kind === 'back') wake(Math.max(0, driver.now - each.ms));
    else if (each.kind === 'disarmBetween') wake(driver.now, each.which);
    else if (each.kind === 'wakeAtNext') {
      if (driver.armed.size > 0) wake(Math.max(driver.now, driver.wheel.next()));
    } else {
      const node = pick(each.which);
      if (node !== undefined) driver.disarm(node);
    }
  }
  // Whatever is left comes out, each at its tick, by the wheel's own word for when to look.
  for (let wakes = 0; driver.armed.size > 0; wakes++) {
    expect(wakes).toBeLessThan(10_000);
    wake(Math.max(driver.now, driver.wheel.next()));
  }
}

it('a wheel gives out what a sorted list would, whatever is armed, disarmed and skipped', () => {
  fc.assert(fc.property(start, fc.array(step, { maxLength: 60 }), fc.constantFrom(1, 3, 256), play), {
    numRuns: 20_000,
  });
});
