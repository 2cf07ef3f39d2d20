import type { Report, Suite, SuiteContext } from './figure.ts';
import type { Watcher } from './rounds.ts';

/** What a row is given: where its figures go, and who watches it. */
export interface Measuring extends Watcher {
  readonly report: Report;
  readonly quick: boolean;
}

/** One row of a suite's table: some figures that are measured together. */
export interface Row {
  /** How many measurements it makes, for the progress bar. */
  steps(quick: boolean): number;
  /** Calls `step` before each measurement with what it measures. */
  run(measuring: Measuring): Promise<void>;
}

/** A suite that runs its rows one after another; one that fails is lost, and the next begins. */
export function suiteOf(name: string, rows: readonly Row[]): Suite {
  return {
    name,
    async run(report: Report, { quick, progress, lost }: SuiteContext): Promise<void> {
      const total = rows.reduce((sum, row) => sum + row.steps(quick), 0);
      let ended = 0;
      for (const row of rows) {
        let done = ended;
        let doing = name;
        const step = (label: string) => {
          doing = label;
          progress(done++, total, label);
        };
        try {
          await row.run({ report, quick, step, lost });
        } catch (error) {
          lost(doing, error);
        }
        ended += row.steps(quick);
      }
      progress(total, total);
    },
  };
}
