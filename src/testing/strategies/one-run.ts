import type { Driver, Point } from '../tape.ts';

/** A driver of a single run. */
export abstract class OneRun implements Driver {
  readonly name = 'replay';
  readonly repeats: boolean = false;
  #begun = false;

  next(): boolean {
    const first = !this.#begun;
    this.#begun = true;
    return first;
  }

  abstract choose(index: number, point: Point): number;
}
