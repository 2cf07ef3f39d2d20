import type { Driver, Point } from '../tape.ts';
import { RandomSource } from './random-source.ts';

/** Runs whose every choice is drawn at random. */
export class Random implements Driver {
  readonly name: string;
  readonly repeats = false;
  readonly #source: RandomSource;
  #left: number;

  constructor(runs: number, seed: number) {
    this.name = `random, seed ${seed}`;
    this.#left = runs;
    this.#source = new RandomSource(seed);
  }

  next(): boolean {
    return this.#left-- > 0;
  }

  choose(_index: number, point: Point): number {
    return this.#source.below(point.count);
  }
}
