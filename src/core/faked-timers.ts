import type { MonotonicClock } from './clock.ts';
import type { Expirable } from './expirable.ts';
import type { HostTimers } from './host-timers.ts';
import { isFaked } from './is-faked.ts';
import { NodeList } from './wheel.ts';

/** Instants are rounded up, never down: a limit of 100 may be 100 ms and some fraction of a microsecond away. */
const ROUNDING_MS = 0.001;

/** The longest delay that fakes take for what it is; the rest is asked for when that is over. */
const LONGEST_MS = 2 ** 31 - 1;

/** The host's own timers, which somebody has merely wrapped, come early by less than this: ms. */
const EARLY_MS = 5;

interface FakedTimers extends Pick<HostTimers, 'start'> {
  readonly clock: MonotonicClock;
  /** Whether they are what a caller would get now. */
  readonly current: () => boolean;
}

/**
 * Arms an entry under faked timers, with a timer of its own. A test may fake timers and leave the clock alone; then only the host knows
 * how far each entry has come, and one timer for all would fire what was armed halfway with what was armed at the start.
 * @param fire decides the entry, at the time it is given.
 */
export function armFaked(entry: Expirable, timers: FakedTimers, fire: (now: number) => void): void {
  const { start, clock, current } = timers;
  const place = new NodeList();
  const wait = (ms: number): void => {
    const asked = Math.min(Math.max(Math.ceil(ms - ROUNDING_MS), 0), LONGEST_MS);
    start(() => {
      // Disarmed, or armed anew: then it stands in another place.
      if (place.shift() === undefined) return;
      const early = entry.at - clock.now();
      const tooEarly = early > 0 && early < EARLY_MS && !isFaked(start);
      const again = asked < ms - ROUNDING_MS ? ms - asked : tooEarly ? early : 0;
      if (again > 0) {
        place.append(entry);
        wait(again);
        return;
      }
      // Fakes that are out, and ticked all the same, move no clock but their own.
      if (!current()) {
        fire(entry.at);
        return;
      }
      // Where the clock does not say that the time has come, it is moved there.
      clock.skip(Math.max(0, early));
      fire(Math.max(entry.at, clock.now()));
    }, asked);
  };
  place.append(entry);
  wait(entry.at - clock.now());
}
