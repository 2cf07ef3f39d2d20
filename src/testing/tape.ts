import type { StateHash } from './state-hash.ts';

/** What may be chosen at one point of a run, by name; a driver that has no use for names never asks. */
export interface Point {
  /** How many options there are, 2 or more. Option 0 is the natural one. */
  readonly count: number;
  /** The number of option `index`'s name. */
  label(index: number): number;
}

/** Answers every choice of every run: the one thing in which strategies differ. */
export interface Driver {
  /** What a report calls it. */
  readonly name: string;
  /** Whether the run has only repeated an earlier one so far: what happens until the next choice has been judged, and is not again. */
  readonly repeats: boolean;
  /** Gets ready for another run. Returns false when there is none left. */
  next(): boolean;
  /** Chooses an option, given its point's index on the tape. */
  choose(index: number, point: Point): number;
  /** The run is over, and this is what was chosen. */
  ended?(tape: Tape): void;
  /**
   * The run has come to a choice between `count` steps. `state` takes its state's hash, or returns false where that cannot be told from
   * others. Returns false when nothing new comes after it: then the run is cut short.
   */
  arrive?(state: (hash: StateHash) => boolean, count: number): boolean;
}

/** The choices of one run, in their order. With the probe, it is the whole run: the same tape gives the same run. */
export class Tape {
  readonly choices: number[] = [];
  readonly sizes: number[] = [];
  length = 0;
  /** Whether this run has so far made the choices of the one before it. */
  same = false;
  #lengthBefore = 0;

  clear(): void {
    this.#lengthBefore = this.length;
    this.length = 0;
    this.same = this.#lengthBefore > 0;
  }

  add(choice: number, size: number): void {
    if (this.same && (this.length >= this.#lengthBefore || this.choices[this.length] !== choice)) this.same = false;
    this.choices[this.length] = choice;
    this.sizes[this.length] = size;
    this.length++;
  }

  /** How many choices are not the natural one. */
  get deviations(): number {
    let count = 0;
    for (let index = 0; index < this.length; index++) if (this.choices[index] !== 0) count++;
    return count;
  }

  /** The choices up to the last that is not natural: all that has to be kept. */
  toArray(): number[] {
    let end = this.length;
    while (end > 0 && this.choices[end - 1] === 0) end--;
    return this.choices.slice(0, end);
  }
}
