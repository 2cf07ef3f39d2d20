import { LEGEND } from './picture/legend.ts';
import { raceTable } from './picture/race-table.ts';
import type { Report } from './report.ts';

/** A report as text: each failure with its table and its token. */
export function formatReport(report: Report): string {
  const { probe, failures, problems, schedules, schedulesPerSecond, complete } = report;
  const lines = failures.map((failure) =>
    [
      `${failure.rule}: ${failure.message}`,
      '',
      raceTable(failure),
      '',
      LEGEND,
      '',
      `found by ${failure.strategy} after ${failure.foundAfter} ${failure.foundAfter === 1 ? 'schedule' : 'schedules'}; ${failure.deviations} ${failure.deviations === 1 ? 'step' : 'steps'} out of the natural order`,
      `replay with { strategy: { replay: '${failure.token}' } }`,
    ].join('\n'),
  );
  for (const problem of problems) lines.push(problem);
  if (lines.length === 0) lines.push('no race found');
  for (const outcome of report.interesting) {
    lines.push(`interesting: the outcome '${outcome}' came in ${report.outcomes.get(outcome)} runs`);
  }
  const speed = `${schedules.toLocaleString('en')} schedules, ${schedulesPerSecond.toLocaleString('en')} a second`;
  const bound = failures.length > 0 ? 'stopped at the first failure' : `complete: ${complete}`;
  return `${probe}: ${lines.join('\n\n')}\n\n(${speed}; ${bound})`;
}
