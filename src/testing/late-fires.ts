import type { Expirable } from '../core/expirable.ts';
import { RESPONSE_RECEIVED } from '../core/state-cell.ts';
import type { Labels } from './labels.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import { PlainStep } from './plain-step.ts';
import type { RaceScheduler } from './race-scheduler.ts';
import type { StateHash } from './state-hash.ts';
import type { StepList } from './step.ts';

interface Fire {
  readonly step: PlainStep;
  readonly entry: Expirable;
}

/** Fires of timers that were due when they were disarmed: queued already, each may come, or not. */
export class LateFires {
  readonly #scheduler: RaceScheduler;
  readonly #labels: Labels;
  #fires: Fire[] = [];

  constructor(scheduler: RaceScheduler, labels: Labels) {
    this.#scheduler = scheduler;
    this.#labels = labels;
  }

  get count(): number {
    return this.#fires.length;
  }

  add(entry: Expirable): void {
    const label = this.#labels.id(`late fire ${(entry as Recorded)[RECORD]?.name ?? ''}`);
    const fire: Fire = { step: new PlainStep('timer', label, () => this.#come(fire)), entry };
    this.#fires.push(fire);
  }

  enabled(list: StepList): void {
    for (const { step } of this.#fires) list.add(step);
  }

  clear(): void {
    if (this.#fires.length > 0) this.#fires = [];
  }

  /** Returns false when something cannot be told from others. */
  hash(state: StateHash): boolean {
    for (const { entry } of this.#fires) {
      const record = (entry as Recorded)[RECORD];
      if (record === undefined) return false;
      state.add(record.index);
    }
    return true;
  }

  #come(fire: Fire): void {
    const { entry } = fire;
    this.#fires = this.#fires.filter((each) => each !== fire);
    // Between response and decision a fire means the limit on decoding: there an operation relies on its scheduler.
    if ((entry as Recorded)[RECORD]?.wordNow === RESPONSE_RECEIVED) return;
    if (entry.next === null && entry.expire(this.#scheduler.clock.time)) entry.afterDecision();
  }
}
