import type { Driver, Point, Tape } from '../tape.ts';
import { RandomSource } from './random-source.ts';

const CHANGED = 1 << 20;

/**
 * Probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): every event gets a random priority, and the highest goes
 * first, but for `depth - 1` points where it falls behind all others. A bug that needs d orderings among n events and k steps is found
 * with a probability of 1 / (n * k^(d-1)) a run, whatever else goes on.
 */
export class Pct implements Driver {
  readonly name: string;
  readonly repeats = false;
  readonly #depth: number;
  readonly #source: RandomSource;
  readonly #priorities: Map<number, number> = new Map();
  readonly #changes: Set<number> = new Set();
  #left: number;
  /** The longest tape so far: change points are drawn from it. */
  #length = 8;

  constructor(runs: number, depth: number, seed: number) {
    this.name = `pct, depth ${depth}, seed ${seed}`;
    this.#left = runs;
    this.#depth = depth;
    this.#source = new RandomSource(seed);
  }

  next(): boolean {
    this.#priorities.clear();
    this.#changes.clear();
    for (let count = 1; count < this.#depth; count++) this.#changes.add(this.#source.below(this.#length));
    return this.#left-- > 0;
  }

  choose(index: number, point: Point): number {
    let best = this.#best(point);
    if (this.#changes.has(index)) {
      this.#priorities.set(point.label(best), -index);
      best = this.#best(point);
    }
    return best;
  }

  ended(tape: Tape): void {
    if (tape.length > this.#length) this.#length = tape.length;
  }

  #best(point: Point): number {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < point.count; index++) {
      const label = point.label(index);
      let priority = this.#priorities.get(label);
      if (priority === undefined) {
        priority = 1 + this.#source.below(CHANGED);
        this.#priorities.set(label, priority);
      }
      if (priority > highest) {
        highest = priority;
        best = index;
      }
    }
    return best;
  }
}
