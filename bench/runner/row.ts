import type { Report, Suite, SuiteContext } from './figure.ts';

/** One row of a suite's table: some figures that are measured together. */
export interface Row {
  /** How many measurements it makes, for the progress bar. */
  steps(quick: boolean): number;
  /** `step` is called before each measurement with what it measures. */
  run(report: Report, quick: boolean, step: (label: string) => void): Promise<void>;
}

/** A suite that runs its rows one after another. */
export function suiteOf(name: string, rows: readonly Row[]): Suite {
  return {
    name,
    async run(report: Report, { quick, progress }: SuiteContext): Promise<void> {
      const total = rows.reduce((sum, row) => sum + row.steps(quick), 0);
      let done = 0;
      for (const row of rows) await row.run(report, quick, (label) => progress(done++, total, label));
      progress(total, total);
    },
  };
}
