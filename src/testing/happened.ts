import type { EventStep } from './event-step.ts';
import type { StateHash } from './state-hash.ts';

/** Which steps a run has taken so far, by the numbers of their names. */
export class Happened {
  readonly #lastRun: number[] = [];
  #run = 0;

  /** A new run: nothing has happened. */
  begin(): void {
    this.#run++;
  }

  add(label: number): void {
    this.#lastRun[label] = this.#run;
  }

  /** Whether nothing stands before the event any more. */
  allBefore({ after }: EventStep): boolean {
    if (after !== undefined) for (const label of after) if (this.#lastRun[label] !== this.#run) return false;
    return true;
  }

  /** What an event still waits for is part of a state: nothing else in it need tell whether that has been. */
  hash({ after }: EventStep, state: StateHash): void {
    if (after !== undefined) for (const label of after) state.add(this.#lastRun[label] === this.#run ? 1 : 0);
  }
}
