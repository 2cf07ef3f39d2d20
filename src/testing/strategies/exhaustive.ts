import type { Driver, Tape } from '../tape.ts';

/** Every run there is, depth first: the tape counts up like an odometer. */
export class Exhaustive implements Driver {
  readonly name = 'exhaustive';
  repeats = false;
  /** How many choices at its start this run shares with the last one, but for the last of them. */
  #repeated = 0;
  readonly #choices: number[] = [];
  readonly #sizes: number[] = [];
  /** How many of them belong to the last run. */
  #length = 0;
  #begun = false;

  next(): boolean {
    if (!this.#begun) {
      this.#begun = true;
      return true;
    }
    let last = this.#length - 1;
    while (last >= 0 && (this.#choices[last] as number) + 1 >= (this.#sizes[last] as number)) last--;
    if (last < 0) return false;
    this.#length = last + 1;
    this.#choices[last] = (this.#choices[last] as number) + 1;
    this.#repeated = last + 1;
    this.repeats = true;
    return true;
  }

  choose(index: number): number {
    this.repeats = index + 1 < this.#repeated;
    return index < this.#repeated ? (this.#choices[index] as number) : 0;
  }

  ended(tape: Tape): void {
    for (let index = this.#repeated; index < tape.length; index++) {
      this.#choices[index] = tape.choices[index] as number;
      this.#sizes[index] = tape.sizes[index] as number;
    }
    this.#length = tape.length;
  }
}
