import type { Driver, Tape } from '../tape.ts';

interface Parent {
  /** Its choices up to its last deviation. */
  readonly choices: readonly number[];
  /** How many options each of its points had. */
  readonly sizes: readonly number[];
}

/**
 * Every run that deviates from the natural order at most `bound` times: first none, then one deviation, then two. What it finds first
 * is therefore as plain as it gets.
 */
export class Deviations implements Driver {
  readonly name: string;
  repeats = false;
  readonly #bound: number;
  /** Runs with one deviation less than those made now, and those made now. */
  #parents: Parent[] = [];
  #children: Parent[] = [];
  #level = 0;
  #parent = 0;
  #at = 0;
  #option = 0;
  #prefix: readonly number[] = [];
  #begun = false;

  constructor(bound: number) {
    this.#bound = bound;
    this.name = `deviations ${bound}`;
  }

  /** How many deviations every run with fewer has been made for; the bound, when all are. */
  get completed(): number {
    return this.#level - 1;
  }

  next(): boolean {
    if (!this.#begun) {
      this.#begun = true;
      return true;
    }
    for (;;) {
      const parent = this.#parents[this.#parent];
      if (parent === undefined) {
        if (!this.#deepen()) return false;
        continue;
      }
      if (++this.#option < (parent.sizes[this.#at] ?? 0)) break;
      if (this.#at < parent.sizes.length) {
        this.#at++;
        this.#option = 0;
        continue;
      }
      this.#parent++;
      this.#enter();
    }
    const { choices } = this.#parents[this.#parent] as Parent;
    const prefix = choices.slice();
    while (prefix.length < this.#at) prefix.push(0);
    prefix.push(this.#option);
    this.#prefix = prefix;
    this.repeats = true;
    return true;
  }

  choose(index: number): number {
    this.repeats = index + 1 < this.#prefix.length;
    return this.#prefix[index] ?? 0;
  }

  ended(tape: Tape): void {
    if (this.#level === this.#bound) return;
    this.#children.push({ choices: this.#prefix, sizes: tape.sizes.slice(0, tape.length) });
  }

  #deepen(): boolean {
    this.#level++;
    if (this.#level > this.#bound) return false;
    this.#parents = this.#children;
    this.#children = [];
    this.#parent = 0;
    this.#enter();
    return this.#parents.length > 0;
  }

  #enter(): void {
    this.#at = this.#parents[this.#parent]?.choices.length ?? 0;
    this.#option = 0;
  }
}
