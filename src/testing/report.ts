import type { Coverage } from './coverage.ts';
import type { Failure } from './failure.ts';

/** What a check found. */
export interface Report {
  readonly probe: string;
  /** Neither a failure nor a problem. */
  readonly ok: boolean;
  readonly failures: readonly Failure[];
  /** What makes the check worth less than it claims: outcomes, orders or marks that never came, a token that no longer fits. */
  readonly problems: readonly string[];
  /** What has been tried in full: `deviations 3`, say, or `exhaustive`. */
  readonly complete: string;
  /** How many runs were made, and how many of them were cut short at a state seen before. */
  readonly schedules: number;
  readonly pruned: number;
  readonly schedulesPerSecond: number;
  /** The most steps in one run. */
  readonly deepest: number;
  /** How often each outcome came. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Those that are graded `interesting`, and came. */
  readonly interesting: readonly string[];
  readonly coverage: Coverage;
  readonly marks: ReadonlyMap<string, number>;
}
