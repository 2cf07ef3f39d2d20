import type { Labels } from './labels.ts';
import type { RaceExecutor } from './race-executor.ts';
import type { Lane, Step, StepList } from './step.ts';

/** The most completions of one slice, as in the executor that is not simulated. */
const MOST = 64;

/** All completions that are queued, in one turn: their microtasks then run together. */
export class SliceStep implements Step {
  readonly lane: Lane = 'exec';
  readonly lasts: boolean = true;
  readonly #executor: RaceExecutor;
  readonly #list: StepList;
  readonly #labels: Labels;
  /** Named only where it can be taken: a name that never comes up is no part of a probe's. */
  #label = -1;

  constructor(executor: RaceExecutor, list: StepList, labels: Labels) {
    this.#executor = executor;
    this.#list = list;
    this.#labels = labels;
  }

  label(): number {
    if (this.#label < 0) this.#label = this.#labels.id('slice');
    return this.#label;
  }

  take(): void {
    for (let count = 0; count < MOST && this.#executor.queued > 0; count++) {
      this.#list.clear();
      this.#executor.lanes(this.#list);
      // The lanes take turns.
      (this.#list.steps[count % this.#list.count] as Step).take();
    }
  }
}
