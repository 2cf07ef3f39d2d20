import { resultOf } from '../core/operation-limit.ts';
import { FULFILLED, RESPONSE_RECEIVED } from '../core/state-cell.ts';
import type { Coverage } from './coverage.ts';
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
  /** Whether the monitors are asked: not while the run repeats what was judged before. */
  judging = true;
  /** The event that is being played, and on which operation. */
  playing = -1;
  playedOn: OperationRecord | undefined = undefined;
  readonly #world: World;
  /** By event, and by effect: who wants to hear of it. */
  readonly #onAttempt: readonly Monitor[][];
  readonly #onEffect: readonly Monitor[][];
  readonly #onStep: Monitor[];
  readonly #onQuiet: Monitor[];
  readonly #onEnd: Monitor[];

  constructor(world: World, labels: Labels, coverage: Coverage, monitors: readonly Monitor[]) {
    this.#world = world;
    this.labels = labels;
    this.coverage = coverage;
    this.#onAttempt = EVENT_NAMES.map((_, event) =>
      monitors.filter((each) => each.attempt !== undefined && (each.events?.includes(event) ?? true)),
    );
    this.#onEffect = EFFECT_NAMES.map((_, effect) =>
      monitors.filter((each) => each.effect !== undefined && (each.effects?.includes(effect) ?? true)),
    );
    this.#onStep = monitors.filter((each) => each.step !== undefined);
    this.#onQuiet = monitors.filter((each) => each.quiet !== undefined);
    this.#onEnd = monitors.filter((each) => each.end !== undefined);
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
    for (const monitor of this.#onAttempt[event] as Monitor[]) {
      const wrong = monitor.attempt?.(record, event, from, won, effects, this.#world);
      if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
    }
  }

  effect(record: OperationRecord, effect: number): void {
    record.counts[effect] = record.count(effect) + 1;
    if (effect !== LATE && effect !== LATE_HOOK) record.effects++;
    record.touched = true;
    this.recorder?.effect(record, effect);
    if (!this.judging) return;
    for (const monitor of this.#onEffect[effect] as Monitor[]) {
      const wrong = monitor.effect?.(record, effect, this.#world);
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
      for (const monitor of this.#onStep) {
        const wrong = monitor.step?.(record, this.#world);
        if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
      }
    }
  }

  /** Nothing is left to happen. */
  quiet(): void {
    for (let index = 0; index < this.count; index++) {
      const record = this.records[index] as OperationRecord;
      for (const monitor of this.#onQuiet) {
        const wrong = monitor.quiet?.(record, this.#world);
        if (wrong !== undefined) this.#world.break(monitor.name, `${record.name}: ${wrong}`);
      }
    }
    for (const monitor of this.#onEnd) {
      const wrong = monitor.end?.(this.#world);
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
