import type { Expirable } from '../core/expirable.ts';
import { runAll } from '../core/report-error.ts';
import type { Scheduler } from '../core/scheduler.ts';
import { RESPONSE_RECEIVED } from '../core/state-cell.ts';
import { NodeList, unlink } from '../core/wheel.ts';
import type { Labels } from './labels.ts';
import { LateFires } from './late-fires.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import { PlainStep } from './plain-step.ts';
import type { RaceClock } from './race-clock.ts';
import { ARM, DISARM } from './race-codes.ts';
import type { StateHash } from './state-hash.ts';
import type { StepList } from './step.ts';
import { TimerStep } from './timer-step.ts';

/** A wake at least this late is a step apart from its decisions: ms. */
const LATE_MS = 1;

/**
 * The scheduler of an explored run. A wake is a step; where several entries are due, so is a slice with any one of them. A wake that
 * the run made late lets other steps come between it and its decisions: the grace. (For one in time, that would be no other order.)
 */
export class RaceScheduler implements Scheduler {
  armed = 0;
  listeners = 0;
  worstLatenessMs = 0;
  /** In pass 1 of a slice: no user code may run now. */
  deciding = false;
  readonly clock: RaceClock;
  readonly #entries: NodeList = new NodeList();
  readonly #due: Expirable[] = [];
  #dueCount = 0;
  /** What a late wake found due; decided after the grace. */
  readonly #held: Expirable[] = [];
  /** A fire that was due when its timer was disarmed may still come. */
  firesLate = false;
  readonly #fires: LateFires;
  readonly #wake: PlainStep;
  #wakesAt = 0;
  readonly #lateWake: PlainStep;
  readonly #alone: TimerStep[] = [];
  readonly #timerLabel: number;
  #endOfTurn: (() => void)[] = [];

  constructor(clock: RaceClock, labels: Labels) {
    this.clock = clock;
    this.#fires = new LateFires(this, labels);
    this.#wake = new PlainStep('timer', labels.id('wake'), () => this.#decideAll());
    this.#lateWake = new PlainStep('timer', labels.id('late wake'), () => this.#hold(), true);
    this.#timerLabel = labels.id('timer');
  }

  arm(entry: Expirable, at: number): void {
    if (entry.next !== null) {
      unlink(entry);
      this.armed--;
    }
    entry.at = at;
    this.#entries.append(entry);
    this.armed++;
    const record = (entry as Recorded)[RECORD];
    if (record === undefined) return;
    record.armed = true;
    record.deadline = at;
    record.limitsDecoding = record.wordNow === RESPONSE_RECEIVED;
    record.ledger.effect(record, ARM);
  }

  disarm(entry: Expirable): void {
    if (entry.next === null) return;
    this.take(entry);
    const record = (entry as Recorded)[RECORD];
    if (this.firesLate && entry.at <= this.clock.time) this.#fires.add(entry);
    if (record !== undefined) record.ledger.effect(record, DISARM);
  }

  /** Takes an entry out to decide it. */
  take(entry: Expirable): void {
    unlink(entry);
    this.armed--;
    const record = (entry as Recorded)[RECORD];
    if (record !== undefined) record.armed = false;
  }

  endOfTurn(task: () => void): void {
    this.#endOfTurn.push(task);
  }

  endTurn(): void {
    if (this.#endOfTurn.length === 0) return;
    runAll(this.#endOfTurn);
  }

  /** Fires of disarmed timers: each may come, or not. */
  lateFires(list: StepList): void {
    this.#fires.enabled(list);
  }

  get mayFireLate(): boolean {
    return this.#fires.count > 0;
  }

  /** When the next entry is due; now, while a late wake's decisions wait; `Infinity` when nothing is armed. */
  next(): number {
    if (this.#waiting() > 0) return this.clock.time;
    return this.#earliest();
  }

  enabled(list: StepList): void {
    const due = this.#due;
    let count = this.#waiting();
    let at = this.clock.time;
    if (count === 0) {
      const earliest = this.#earliest();
      if (at - earliest >= LATE_MS) {
        list.add(this.#lateWake);
        return;
      }
      at = Math.max(at, earliest);
      count = this.#collect(due, at);
    } else {
      for (let index = 0; index < count; index++) due[index] = this.#held[index] as Expirable;
    }
    this.#dueCount = count;
    if (count > 1) {
      this.#wakesAt = at;
      list.add(this.#wake);
    }
    for (let index = 0; index < count; index++) {
      const step = this.#aloneStep(index);
      step.aim(due[index] as Expirable, at);
      list.add(step);
    }
  }

  clear(): void {
    while (!this.#entries.empty) unlink(this.#entries.next);
    if (this.#held.length > 0) this.#held.length = 0;
    if (this.#endOfTurn.length > 0) this.#endOfTurn = [];
    this.#fires.clear();
    this.firesLate = false;
    this.armed = 0;
    this.listeners = 0;
    this.deciding = false;
  }

  /** Adds what is armed to a state's hash. Returns false when something cannot be told from others. */
  hash(state: StateHash): boolean {
    state.add(this.armed);
    if (!this.#fires.hash(state)) return false;
    const waiting = this.#waiting();
    for (let index = 0; index < waiting; index++) {
      const record = (this.#held[index] as Recorded)[RECORD];
      if (record === undefined) return false;
      state.add(record.index);
    }
    state.add(waiting);
    for (let link = this.#entries.next; link !== this.#entries; link = link.next as NodeList) {
      const record = (link as unknown as Recorded)[RECORD];
      if (record === undefined) return false;
      state.add(record.index);
      state.add(record.deadline);
    }
    return true;
  }

  /** One slice decides all that is due, and then runs what their timeouts do. */
  #decideAll(): void {
    this.clock.moveTo(this.#wakesAt);
    const { time } = this.clock;
    const won: Expirable[] = [];
    this.deciding = true;
    for (let index = 0; index < this.#dueCount; index++) {
      const entry = this.#due[index] as Expirable;
      // An earlier one of the slice may have taken it off.
      if (entry.next === null) continue;
      this.take(entry);
      if (entry.expire(time)) won.push(entry);
    }
    this.deciding = false;
    for (const entry of won) entry.afterDecision();
  }

  /** A wake that came late: what is due is fixed, and decided after the grace. */
  #hold(): void {
    this.#held.length = this.#collect(this.#held, this.clock.time);
  }

  /** How many entries wait behind a late wake; those decided or moved meanwhile have left. */
  #waiting(): number {
    const held = this.#held;
    if (held.length === 0) return 0;
    let count = 0;
    for (let index = 0; index < held.length; index++) {
      const entry = held[index] as Expirable;
      if (entry.next !== null && entry.at <= this.clock.time) held[count++] = entry;
    }
    held.length = count;
    return count;
  }

  #earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let link = this.#entries.next; link !== this.#entries; link = link.next as NodeList) {
      const { at } = link as unknown as Expirable;
      if (at < earliest) earliest = at;
    }
    return earliest;
  }

  #collect(into: Expirable[], at: number): number {
    let count = 0;
    for (let link = this.#entries.next; link !== this.#entries; link = link.next as NodeList) {
      const entry = link as unknown as Expirable;
      if (entry.at <= at) into[count++] = entry;
    }
    return count;
  }

  #aloneStep(index: number): TimerStep {
    let step = this.#alone[index];
    if (step === undefined) {
      step = new TimerStep(this, this.#timerLabel);
      this.#alone.push(step);
    }
    return step;
  }
}
