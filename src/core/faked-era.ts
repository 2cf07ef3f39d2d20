import { runReported } from './report-error.ts';
import type { Expirable } from './scheduler.ts';
import type { Era, EraOwner, HostTimers } from './timer-era.ts';
import { NodeList } from './wheel.ts';

/** Instants are rounded up, never down: a limit of 100 may be 100 ms and some fraction of a microsecond away. */
const ROUNDING_MS = 0.001;

/** The longest delay that fakes take for what it is; the rest is asked for when that is over. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * An era of faked timers: a host timer for every entry. A test may fake timers and leave the clock alone; then only the host knows how
 * far each entry has come, and one timer for all would fire what was armed halfway with what was armed at the start.
 */
export class FakedEra implements Era {
  /** Nothing here to reference: faked timers hold no process. */
  readonly asleep: boolean = true;
  readonly #owner: EraOwner;
  readonly #timers: HostTimers;

  constructor(owner: EraOwner, timers: HostTimers) {
    this.#owner = owner;
    this.#timers = timers;
  }

  insert(entry: Expirable): void {
    const place = new NodeList();
    place.append(entry);
    this.#start(place, entry, entry.at - this.#owner.clock.now());
  }

  reference(): void {}

  #start(place: NodeList, entry: Expirable, ms: number): void {
    const asked = Math.min(Math.max(Math.ceil(ms - ROUNDING_MS), 0), LONGEST_MS);
    this.#timers.start(() => {
      // Disarmed, or armed anew: then it stands in another place.
      if (place.empty) return;
      if (asked < ms - ROUNDING_MS) this.#start(place, entry, ms - asked);
      else this.#fire(place, entry);
    }, asked);
  }

  #fire(place: NodeList, entry: Expirable): void {
    const now = this.#timeAt(entry.at);
    place.shift();
    this.#owner.left(entry);
    if (entry.expire(now)) runReported(() => entry.afterDecision());
  }

  /** The time now that a timer for `at` has fired: where the clock does not say so, it is moved there. */
  #timeAt(at: number): number {
    // Fakes that are out, and ticked all the same, move no clock but their own.
    if (!this.#timers.current()) return at;
    const { clock } = this.#owner;
    const early = at - clock.now();
    if (early > 0) clock.skip(early);
    return Math.max(at, clock.now());
  }
}
