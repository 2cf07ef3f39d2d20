import type { Labels } from '../labels.ts';
import type { Point } from '../tape.ts';
import type { Token, TokenDeviation } from '../token.ts';
import { OneRun } from './one-run.ts';

/**
 * One run, from a token: the natural order, but for the deviations it names. Each is taken at the point where it takes the place of
 * the step it was recorded against, so a token outlives changes elsewhere in the run.
 */
export class LabelledReplay extends OneRun {
  /** Whose token it is. */
  readonly probe: string;
  readonly #deviations: readonly TokenDeviation[];
  readonly #labels: Labels;
  #placed = 0;
  #skipped = 0;

  constructor({ probe, deviations }: Token, labels: Labels) {
    super();
    this.probe = probe;
    this.#deviations = deviations;
    this.#labels = labels;
  }

  /** The deviations that found no place. */
  get unplaced(): readonly TokenDeviation[] {
    return this.#deviations.slice(this.#placed);
  }

  override choose(_index: number, point: Point): number {
    const deviation = this.#deviations[this.#placed];
    if (deviation === undefined || this.#labels.text(point.label(0)) !== deviation.before) return 0;
    const choice = optionCalled(deviation.take, point, this.#labels);
    if (choice === undefined || this.#skipped++ < deviation.skip) return 0;
    this.#placed++;
    this.#skipped = 0;
    return choice;
  }
}

/** The option of that name, the natural one excepted. */
export function optionCalled(text: string, point: Point, labels: Labels): number | undefined {
  for (let index = 1; index < point.count; index++) if (labels.text(point.label(index)) === text) return index;
  return undefined;
}
