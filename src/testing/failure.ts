import type { TraceStep } from './trace.ts';

/** A run in which a rule was broken, shrunk as far as it would. */
export interface Failure {
  readonly probe: string;
  /** The rule's name. */
  readonly rule: string;
  readonly message: string;
  /** Replays the run: `explore(probe, { strategy: { replay: token } })`. */
  readonly token: string;
  /** The tape itself. */
  readonly choices: readonly number[];
  /** How many of its steps are out of their natural order. */
  readonly deviations: number;
  /** The strategy that found it, and after how many runs. */
  readonly strategy: string;
  readonly foundAfter: number;
  /** How many runs the shrinking took, and how long: ms. */
  readonly shrinkRuns: number;
  readonly shrinkMs: number;
  /** What happened, step by step. */
  readonly steps: readonly TraceStep[];
  /** The step in which the rule was broken. */
  readonly decisive: number;
}
