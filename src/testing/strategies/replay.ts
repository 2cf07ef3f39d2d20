import type { Driver, Point } from '../tape.ts';

/** One run, from the choices on a tape: past its end, and where it does not fit, the natural order. */
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
    const choice = this.#choices[index] ?? 0;
    return choice < point.count ? choice : 0;
  }

  ended(): void {}
}
