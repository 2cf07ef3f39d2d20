/** Where a step belongs in a picture. A probe may name lanes of its own. */
export type Lane = 'user' | 'net' | 'timer' | 'decode' | 'exec' | 'loop' | (string & {});

/** One thing that may happen next in an explored run: a turn of the event loop. */
export interface Step {
  readonly lane: Lane;
  /** The same object stands for the same step in every run. */
  readonly lasts: boolean;
  /** Its name's number. Asked for only where a name is needed. */
  label(): number;
  /** Lets it happen. */
  take(): void;
}

/** The steps that may happen next, in their natural order; the first is what happens if nobody deviates. */
export class StepList {
  readonly steps: Step[] = [];
  count = 0;

  add(step: Step): void {
    this.steps[this.count++] = step;
  }

  clear(): void {
    this.count = 0;
  }
}
