import { fakeWheel } from '../ours.ts';
import { answer, input } from './input.ts';

// 960,000 timers of 60 s, 16 a millisecond over a minute, none disarmed, until the last has expired.
const { minute, each } = input<{ minute: number; each: number }>();
const total = minute * each;
const wheel = fakeWheel();
let most = 0;
let touched = 0;
let armed = 0;

/** The wakes that are due by `now`, each at the moment it was asked for. */
function wakeUntil(now: number): void {
  for (let at = wheel.nextWake(); at <= now; at = wheel.nextWake()) {
    const nodes = wheel.wake(at);
    most = Math.max(most, nodes);
    touched += nodes;
  }
}

for (let now = 0; now < minute; now++) {
  wakeUntil(now);
  for (let i = 0; i < each; i++) wheel.arm(now, now + 60_000);
  armed += each;
}
wakeUntil(minute + 120_000);
if (wheel.nextWake() < Number.POSITIVE_INFINITY || touched < total) {
  throw new Error(`expected all of ${armed} timers to have expired, ${touched} nodes were touched`);
}
await answer({ share: most / total, most });
