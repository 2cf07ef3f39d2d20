import type { Expirable } from '../core/expirable.ts';
import { RESPONSE_RECEIVED } from '../core/state-cell.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import type { RaceScheduler } from './race-scheduler.ts';
import type { Lane, Step } from './step.ts';

/** One wake decides one entry. */
export class TimerStep implements Step {
  readonly lane: Lane = 'timer';
  readonly lasts: boolean = false;
  readonly #scheduler: RaceScheduler;
  readonly #fallbackLabel: number;
  #entry: Expirable | undefined;
  #at = 0;

  constructor(scheduler: RaceScheduler, label: number) {
    this.#scheduler = scheduler;
    this.#fallbackLabel = label;
  }

  aim(entry: Expirable, at: number): void {
    this.#entry = entry;
    this.#at = at;
  }

  label(): number {
    return (this.#entry as Recorded)[RECORD]?.timeoutLabel ?? this.#fallbackLabel;
  }

  take(): void {
    const scheduler = this.#scheduler;
    const entry = this.#entry as Expirable;
    scheduler.clock.moveTo(this.#at);
    scheduler.take(entry);
    scheduler.deciding = true;
    const won = entry.expire(scheduler.clock.time);
    scheduler.deciding = false;
    if (won) entry.afterDecision();
  }
}

/** A fire that was queued when its timer was disarmed. */
export class LateFireStep implements Step {
  readonly lane: Lane = 'timer';
  readonly lasts: boolean = false;
  readonly #scheduler: RaceScheduler;
  readonly #entry: Expirable;
  readonly #label: number;

  constructor(scheduler: RaceScheduler, entry: Expirable, label: number) {
    this.#scheduler = scheduler;
    this.#entry = entry;
    this.#label = label;
  }

  /** Whose it is, as far as a state's hash can tell. */
  get index(): number | undefined {
    return (this.#entry as Recorded)[RECORD]?.index;
  }

  label(): number {
    return this.#label;
  }

  take(): void {
    const scheduler = this.#scheduler;
    scheduler.forgetFire(this);
    // Between response and decision a fire means the limit on decoding: there an operation relies on its scheduler.
    if ((this.#entry as Recorded)[RECORD]?.wordNow === RESPONSE_RECEIVED) return;
    if (this.#entry.next === null && this.#entry.expire(scheduler.clock.time)) this.#entry.afterDecision();
  }
}

/** One slice decides all that is due, and then runs what their timeouts do. */
export class WakeStep implements Step {
  readonly lane: Lane = 'timer';
  readonly lasts: boolean = false;
  at = 0;
  readonly #scheduler: RaceScheduler;
  readonly #label: number;

  constructor(scheduler: RaceScheduler, label: number) {
    this.#scheduler = scheduler;
    this.#label = label;
  }

  label(): number {
    return this.#label;
  }

  take(): void {
    const scheduler = this.#scheduler;
    scheduler.clock.moveTo(this.at);
    const { time } = scheduler.clock;
    const won: Expirable[] = [];
    scheduler.deciding = true;
    for (let index = 0; index < scheduler.dueCount; index++) {
      const entry = scheduler.due[index] as Expirable;
      // An earlier one of the slice may have taken it off.
      if (entry.next === null) continue;
      scheduler.take(entry);
      if (entry.expire(time)) won.push(entry);
    }
    scheduler.deciding = false;
    for (const entry of won) entry.afterDecision();
  }
}
