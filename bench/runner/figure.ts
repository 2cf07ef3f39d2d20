/** One measured figure; `ratio` is `value` over that of `to`, taken as the suite says. */
export interface Figure {
  readonly name: string;
  /** `ours`, a peer's name, or a floor's. */
  readonly impl: string;
  /** `null`: it did not finish within the time a measurement may take, or was lost. */
  readonly value: number | null;
  readonly unit: string;
  readonly ratio?: number;
  readonly to?: string;
  /** The figure of `to` in the same process, where that is not a figure of its own. */
  readonly base?: number;
}

export type Report = (figure: Figure) => void;

/** How far a suite is: `done` of `total` steps, and what it does now. */
export type Progress = (done: number, total: number, label?: string) => void;

/** Told of each measurement that ended in an error. The suite goes on without it; the run ends as failed. */
export type Lost = (what: string, error: unknown) => void;

export interface SuiteContext {
  /** Finish within a minute: fewer rounds and shorter ones. */
  readonly quick: boolean;
  readonly progress: Progress;
  readonly lost: Lost;
}

export interface Suite {
  readonly name: string;
  run(report: Report, context: SuiteContext): Promise<void>;
}
