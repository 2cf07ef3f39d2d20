import type { Completion } from '../core/completion.ts';
import type { Executor } from '../core/executor.ts';
import { RESPONSE_RECEIVED } from '../core/state-cell.ts';
import type { Ledger } from './ledger.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import { PlainStep } from './plain-step.ts';
import { QUEUE } from './race-codes.ts';
import type { StateHash } from './state-hash.ts';
import { type Lane, type Step, StepList } from './step.ts';

/** The most completions of one slice, as in the executor that is not simulated. */
const MOST = 64;

/**
 * The executor of an explored run: its two lanes are two lanes of steps. Never idle, so every completion has a step of its own, which
 * may come before or after any other; within a lane they keep their order.
 */
export class RaceExecutor implements Executor {
  readonly idle: boolean = false;
  /** A completion runs now. */
  running = false;
  /** Microtasks are run: then it matters that a slice completes several operations before it lets them run. */
  inSlices = false;
  readonly #ledger: Ledger;
  readonly #lanes: StepList = new StepList();
  /** Named only where it can be taken: what never comes up is no part of a probe's names. */
  #slice: Step | undefined = undefined;
  readonly #results: CompletionStep;
  readonly #failures: CompletionStep;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#results = new CompletionStep(this, ledger);
    this.#failures = new CompletionStep(this, ledger);
  }

  get queued(): number {
    return this.#results.size + this.#failures.size;
  }

  submit(completion: Completion, failure: boolean): void {
    const record = (completion as Recorded)[RECORD];
    if (record !== undefined) {
      record.turns++;
      record.ledger.effect(record, QUEUE);
    }
    (failure ? this.#failures : this.#results).push(completion);
  }

  enabled(list: StepList): void {
    this.lanes(list);
    if (!this.inSlices || this.queued < 2) return;
    this.#slice ??= new PlainStep('exec', this.#ledger.labels.id('slice'), () => this.#takeSlice(), true);
    list.add(this.#slice);
  }

  /** The next completion of each lane. */
  lanes(list: StepList): void {
    if (this.#results.size > 0) list.add(this.#results);
    if (this.#failures.size > 0) list.add(this.#failures);
  }

  clear(): void {
    this.#results.clear();
    this.#failures.clear();
  }

  /** All completions that are queued, in one turn: their microtasks then run together. */
  #takeSlice(): void {
    const list = this.#lanes;
    for (let count = 0; count < MOST && this.queued > 0; count++) {
      list.clear();
      this.lanes(list);
      // The lanes take turns.
      (list.steps[count % list.count] as Step).take();
    }
  }

  /** Adds what is queued to a state's hash. Returns false when something cannot be told from others. */
  hash(state: StateHash): boolean {
    return this.#results.hash(state) && this.#failures.hash(state);
  }
}

class CompletionStep implements Step {
  readonly lasts: boolean = true;
  readonly #queue: (Completion | undefined)[] = [];
  readonly #executor: RaceExecutor;
  readonly #ledger: Ledger;
  /** What queued each, where that is no operation itself: an event of an operation; 0 where nobody knows. */
  readonly #causes: number[] = [];
  readonly #hookLabel: number;
  #head = 0;
  #tail = 0;

  constructor(executor: RaceExecutor, ledger: Ledger) {
    this.#executor = executor;
    this.#ledger = ledger;
    this.#hookLabel = ledger.labels.id('hook');
  }

  get size(): number {
    return this.#tail - this.#head;
  }

  get lane(): Lane {
    const record = (this.#queue[this.#head] as Recorded)[RECORD];
    return record?.wordNow === RESPONSE_RECEIVED ? 'decode' : 'exec';
  }

  label(): number {
    const record = (this.#queue[this.#head] as Recorded)[RECORD];
    if (record === undefined) {
      const owner = this.#ledger.records[((this.#causes[this.#head] as number) >> 3) - 1];
      return owner?.lateLabel ?? this.#hookLabel;
    }
    return record.wordNow === RESPONSE_RECEIVED ? record.decodeLabel : record.completeLabel;
  }

  push(completion: Completion): void {
    const { playedOn, playing } = this.#ledger;
    this.#causes[this.#tail] = playedOn === undefined ? 0 : (playedOn.index + 1) * 8 + playing;
    this.#queue[this.#tail++] = completion;
  }

  take(): void {
    const completion = this.#queue[this.#head] as Completion;
    this.#queue[this.#head++] = undefined;
    if (this.#head === this.#tail) this.clear();
    const record = (completion as Recorded)[RECORD];
    if (record !== undefined) record.turns--;
    this.#executor.running = true;
    try {
      completion.run();
    } finally {
      this.#executor.running = false;
    }
  }

  clear(): void {
    this.#head = 0;
    this.#tail = 0;
  }

  hash(state: StateHash): boolean {
    state.add(this.size);
    for (let index = this.#head; index < this.#tail; index++) {
      const record = (this.#queue[index] as Recorded)[RECORD];
      const cause = this.#causes[index] as number;
      if (record === undefined && cause === 0) return false;
      state.add(record === undefined ? -cause : record.index);
    }
    return true;
  }
}
