import { resultOf } from '../core/operation-limit.ts';
import { FULFILLED, RESPONSE_RECEIVED } from '../core/state-cell.ts';
import type { Coverage } from './coverage.ts';
import { type Hearers, hearers } from './hearers.ts';
import type { Labels } from './labels.ts';
import type { Monitor } from './monitor.ts';
import { type AnyOperation, OperationRecord } from './operation-record.ts';
import { CANCEL, COMPLETE, EFFECT_NAMES, EVENT_NAMES, INTERNAL_CANCEL, LATE, LATE_HOOK, SUBMIT } from './race-codes.ts';
import type { Recorder } from './recorder.ts';
import type { StateHash } from './state-hash.ts';
import type { World } from './world.ts';

/** What happened to every operation of the run, told to the monitors as it happens. */
export class Ledger {
  readonly labels: Labels;
  readonly coverage: Coverage;
  readonly records: OperationRecord[] = [];
  count = 0;
  recorder: Recorder | undefined = undefined;
  /** Whether the monitors are asked: not while the run repeats what was judged before, as its driver tells at each choice. */
  judging = true;
  /** The event that is being played, and on which operation. */
  playing = -1;
  playedOn: OperationRecord | undefined = undefined;
  readonly #world: World;
  /** By event, and by effect: who wants to hear of it. */
  readonly #onAttempt: readonly Hearers<'attempt'>[];
  readonly #onEffect: readonly Hearers<'effect'>[];
  readonly #onStep: Hearers<'step'>;
  readonly #onQuiet: Hearers<'quiet'>;
  readonly #onEnd: Hearers<'end'>;

  constructor(world: World, labels: Labels, coverage: Coverage, monitors: readonly Monitor[]) {
    this.#world = world;
    this.labels = labels;
    this.coverage = coverage;
    this.#onAttempt = EVENT_NAMES.map((_, event) =>
      hearers(monitors, 'attempt', (each) => each.events?.includes(event) ?? true),
    );
    this.#onEffect = EFFECT_NAMES.map((_, effect) =>
      hearers(monitors, 'effect', (each) => each.effects?.includes(effect) ?? true),
    );
    this.#onStep = hearers(monitors, 'step');
    this.#onQuiet = hearers(monitors, 'quiet');
    this.#onEnd = hearers(monitors, 'end');
  }

  clear(): void {
    this.count = 0;
  }

  begin(operation: AnyOperation): OperationRecord {
    let record = this.records[this.count];
    if (record === undefined) {
      record = new OperationRecord(this, this.count);
      this.records.push(record);
    }
    this.count++;
    record.begin(operation);
    return record;
  }

  /** An event is about to be played. Returns the state word it finds. */
  enter(record: OperationRecord, event: number): number {
    const from = record.wordNow;
    this.recorder?.attempt(record, event, from);
    if (this.judging) this.coverage.attempt(record, event, from);
    record.seen |= 1 << event;
    record.latesBefore = record.count(LATE);
    this.playing = event;
    this.playedOn = record;
    return from;
  }

  /** It has been played. */
  leave(record: OperationRecord, event: number, from: number, won: boolean, effects: number): void {
    const word = record.wordNow;
    this.playedOn = undefined;
    this.recorder?.played(record, event, word, won);
    record.touched = true;
    if (won && event !== SUBMIT) {
      if (from < FULFILLED && word >= FULFILLED && record.decidedBy < 0) {
        record.decidedBy = event;
        record.decidedInSubmit = record.submitting;
        record.result = resultOf(record.operation as AnyOperation);
      }
      if (record.word <= RESPONSE_RECEIVED && word > RESPONSE_RECEIVED) record.decisions++;
      if (event === CANCEL || event === INTERNAL_CANCEL) {
        record.cancelledFrom = from;
        record.cancelsWon++;
      }
    }
    record.word = word;
    if (!this.judging) return;
    for (const { monitor, tell } of this.#onAttempt[event] as Hearers<'attempt'>) {
      const wrong = tell.call(monitor, record, event, from, won, effects, this.#world);
      if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
    }
  }

  effect(record: OperationRecord, effect: number): void {
    record.counts[effect] = record.count(effect) + 1;
    if (effect !== LATE && effect !== LATE_HOOK) record.effects++;
    record.touched = true;
    this.recorder?.effect(record, effect);
    if (!this.judging) return;
    for (const { monitor, tell } of this.#onEffect[effect] as Hearers<'effect'>) {
      const wrong = tell.call(monitor, record, effect, this.#world);
      if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
    }
  }

  /** A step is over. */
  step(): void {
    for (let index = 0; index < this.count; index++) {
      const record = this.records[index] as OperationRecord;
      if (!record.touched) continue;
      record.touched = false;
      if (!this.judging) continue;
      for (const { monitor, tell } of this.#onStep) {
        const wrong = tell.call(monitor, record, this.#world);
        if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
      }
    }
  }

  /** Nothing is left to happen. */
  quiet(): void {
    for (let index = 0; index < this.count; index++) {
      const record = this.records[index] as OperationRecord;
      for (const { monitor, tell } of this.#onQuiet) {
        const wrong = tell.call(monitor, record, this.#world);
        if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
      }
    }
    for (const { monitor, tell } of this.#onEnd) {
      const wrong = tell.call(monitor, this.#world);
      if (wrong !== undefined) this.#world.break(monitor.name, wrong);
    }
  }

  /** Adds all operations to a state's hash. Returns false when something in it cannot be told from others. */
  hash(state: StateHash): boolean {
    state.add(this.count);
    for (let index = 0; index < this.count; index++) {
      if (!(this.records[index] as OperationRecord).hash(state)) return false;
    }
    return true;
  }
}

/** Whether the completion has run. */
export function completed(record: OperationRecord): boolean {
  return record.count(COMPLETE) > 0;
}
