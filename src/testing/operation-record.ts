import { dueAt } from '../core/operation-limit.ts';
import { loadCell, NEW, RESPONSE_RECEIVED } from '../core/state-cell.ts';
import type { TimedOperation } from '../core/timed-operation.ts';
import { hashValue } from './hash-value.ts';
import type { Ledger } from './ledger.ts';
import { ARM, EFFECT_NAMES } from './race-codes.ts';
import { StateHash } from './state-hash.ts';

/** An operation of any type. */
export type AnyOperation = TimedOperation<unknown, unknown, unknown>;

/** Where an operation of an explored run carries its record. */
export const RECORD: unique symbol = Symbol('timed-operation.record');

/** Anything that may be an operation of an explored run. */
export interface Recorded {
  [RECORD]?: OperationRecord;
}

const NOTHING_EXPECTED: unique symbol = Symbol('nothing expected');

/** What is known of one operation in this run. Kept from run to run: a run allocates none. */
export class OperationRecord {
  readonly ledger: Ledger;
  readonly index: number;
  operation: AnyOperation | undefined = undefined;
  /** The state word as of its last event. */
  word: number = NEW;
  /** The event that decided it; -1 while undecided. */
  decidedBy = -1;
  /** The value or the reason, as of its decision. */
  result: unknown = undefined;
  /** When its limit ends, as last armed: ms. */
  deadline: number = Number.POSITIVE_INFINITY;
  armed = false;
  /** Armed after its response: a limit on decoding. */
  limitsDecoding = false;
  submitted = false;
  /** Inside `submit`. */
  submitting = false;
  /** The state in which a cancel won; -1 if none did. */
  cancelledFrom = -1;
  cancelsWon = 0;
  decisions = 0;
  /** Something happened to it in this step. */
  touched = false;
  /** Effects so far, late outcomes not counted. */
  effects = 0;
  /** How often each effect happened. */
  readonly counts: Int32Array = new Int32Array(EFFECT_NAMES.length);
  /** Bits of the events that were attempted. */
  seen = 0;
  /** Decided while it was inside `submit`: what follows waits, and no node is blamed. */
  decidedInSubmit = false;
  /** How many turns on the executor wait for it. */
  turns = 0;
  /** Late outcomes before the event that is being played. */
  latesBefore = 0;
  tellsNode = false;
  takesOff = false;
  dropsDecoding = false;
  hearsLate = false;
  expected: unknown = NOTHING_EXPECTED;
  decodeLabel = -1;
  completeLabel = -1;
  timeoutLabel = -1;
  lateLabel = -1;
  name = '';
  // Taken once a run, and only where states are compared.
  readonly #resultHash: StateHash = new StateHash();
  #resultHashed = false;
  #resultTold = false;

  constructor(ledger: Ledger, index: number) {
    this.ledger = ledger;
    this.index = index;
  }

  begin(operation: AnyOperation): void {
    this.operation = operation;
    this.word = NEW;
    this.decidedBy = -1;
    this.result = undefined;
    this.deadline = Number.POSITIVE_INFINITY;
    this.armed = false;
    this.limitsDecoding = false;
    this.submitted = false;
    this.submitting = false;
    this.cancelledFrom = -1;
    this.cancelsWon = 0;
    this.decisions = 0;
    this.touched = true;
    this.effects = 0;
    this.counts.fill(0);
    this.seen = 0;
    this.decidedInSubmit = false;
    this.turns = 0;
    this.latesBefore = 0;
    this.#resultHashed = false;
    this.expected = NOTHING_EXPECTED;
    const name = operation.name ?? `op${this.index}`;
    if (name !== this.name) this.#rename(name);
  }

  /** The state word now. */
  get wordNow(): number {
    return loadCell((this.operation as AnyOperation).cell);
  }

  count(effect: number): number {
    return this.counts[effect] as number;
  }

  /** Whether `value` is what this operation may fulfil with. */
  accepts(value: unknown): boolean {
    return this.expected === NOTHING_EXPECTED || this.expected === value;
  }

  /** Adds all that later steps or rules depend on. Returns false when its value or reason cannot be told from others. */
  hash(state: StateHash): boolean {
    const operation = this.operation as AnyOperation;
    state.add(
      this.word + this.decidedBy * 8 + this.cancelsWon * 128 + this.decisions * 1024 + (this.cancelledFrom + 1) * 8192,
    );
    state.add(operation.flags);
    state.add(
      this.seen +
        (this.submitted ? 256 : 0) +
        (this.armed ? 512 : 0) +
        (this.limitsDecoding ? 1024 : 0) +
        (this.decidedInSubmit ? 2048 : 0),
    );
    // Two effects to a word: a run in which one of them came 65,536 times is long over.
    for (let effect = 0; effect < ARM; effect += 2) {
      state.add(this.count(effect) + this.count(effect + 1) * 65536);
    }
    if (operation.extras?.limits !== undefined) state.add(dueAt(operation));
    return this.word < RESPONSE_RECEIVED || this.#hashResult(state);
  }

  /** The response while it waits for its decoding; the value or the reason from the decision on. */
  #hashResult(state: StateHash): boolean {
    if (this.word === RESPONSE_RECEIVED) return hashValue(this.operation?.held, state);
    if (!this.#resultHashed) {
      this.#resultHashed = true;
      this.#resultHash.clear();
      this.#resultTold = hashValue(this.result, this.#resultHash);
    }
    state.add(this.#resultHash.low);
    state.add(this.#resultHash.high);
    return this.#resultTold;
  }

  #rename(name: string): void {
    const { labels } = this.ledger;
    this.name = name;
    this.decodeLabel = labels.id(`decode ${name}`);
    this.completeLabel = labels.id(`complete ${name}`);
    this.lateLabel = labels.id(`late ${name}`);
    this.timeoutLabel = labels.id(`timer ${name}`);
  }
}
