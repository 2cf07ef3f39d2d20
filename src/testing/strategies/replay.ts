import type { Driver, Point } from '../tape.ts';

/** One run, from the choices on a tape: past its end the natural order; a choice larger than there are options wraps round. */
export class Replay implements Driver {
  readonly name = 'replay';
  readonly repeats = false;
  readonly #choices: readonly number[];
  #begun = false;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  next(): boolean {
    const first = !this.#begun;
    this.#begun = true;
    return first;
  }

  choose(index: number, point: Point): number {
    return (this.#choices[index] ?? 0) % point.count;
  }

  ended(): void {}
}
