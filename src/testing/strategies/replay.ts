import type { Driver, Point } from '../tape.ts';

/** One run, from the choices on a tape: past its end the natural order; a choice larger than there are options wraps round. */
export class Replay implements Driver {
  readonly name = 'replay';
  readonly repeats: boolean;
  readonly #choices: readonly number[];
  #begun = false;

  /** @param judged whether the same tape has been played and judged before. */
  constructor(choices: readonly number[], judged: boolean = false) {
    this.#choices = choices;
    this.repeats = judged;
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
