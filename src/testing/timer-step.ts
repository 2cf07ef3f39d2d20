import type { Expirable } from '../core/expirable.ts';
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
