import type { Expirable } from '../core/expirable.ts';
import { runAll } from '../core/report-error.ts';
import type { Scheduler } from '../core/scheduler.ts';
import { unlink, type WheelLink } from '../core/wheel.ts';

/**
 * The scheduler of manual time: a plain list in the order of arming, fired by whoever moves the clock. Equal deadlines fire in the
 * order in which they were armed.
 */
export class ManualScheduler implements Scheduler {
  readonly #ring: WheelLink = { next: null, prev: null };
  readonly #endOfTurn: (() => void)[] = [];
  armed = 0;
  listeners = 0;
  worstLatenessMs = 0;

  constructor() {
    this.#ring.next = this.#ring;
    this.#ring.prev = this.#ring;
  }

  arm(entry: Expirable, at: number): void {
    this.disarm(entry);
    entry.at = at;
    const last = this.#ring.prev as WheelLink;
    entry.prev = last;
    entry.next = this.#ring;
    last.next = entry;
    this.#ring.prev = entry;
    this.armed++;
  }

  disarm(entry: Expirable): void {
    if (entry.next === null) return;
    unlink(entry);
    this.armed--;
  }

  endOfTurn(task: () => void): void {
    this.#endOfTurn.push(task);
  }

  /** The earliest deadline; `Infinity` when nothing is armed. */
  get next(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries()) earliest = Math.min(earliest, entry.at);
    return earliest;
  }

  /** One wake at `now`: decides all that is due, and then runs what their timeouts do. Returns how many were decided. */
  fire(now: number): number {
    const due = [...this.#entries()].filter((entry) => entry.at <= now).sort((a, b) => a.at - b.at);
    for (const entry of due) this.disarm(entry);
    const decided = due.filter((entry) => {
      this.worstLatenessMs = Math.max(this.worstLatenessMs, now - entry.at);
      return entry.expire(now);
    });
    for (const entry of decided) entry.afterDecision();
    return decided.length;
  }

  /** Ends the turn of the event loop: runs what was to happen then. */
  endTurn(): void {
    runAll(this.#endOfTurn);
  }

  *#entries(): Generator<Expirable> {
    for (let link = this.#ring.next; link !== this.#ring; link = (link as WheelLink).next) yield link as Expirable;
  }
}
