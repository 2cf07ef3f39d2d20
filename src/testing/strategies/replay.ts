import type { Point } from '../tape.ts';
import { OneRun } from './one-run.ts';

/** One run, from the choices on a tape: past its end the natural order; a choice larger than there are options wraps round. */
export class Replay extends OneRun {
  override readonly repeats: boolean;
  readonly #choices: readonly number[];

  /** @param judged whether the same tape has been played and judged before. */
  constructor(choices: readonly number[], judged: boolean = false) {
    super();
    this.#choices = choices;
    this.repeats = judged;
  }

  override choose(index: number, point: Point): number {
    return (this.#choices[index] ?? 0) % point.count;
  }
}
