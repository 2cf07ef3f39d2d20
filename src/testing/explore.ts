import { Check } from './check.ts';
import type { ExploreOptions } from './explore-options.ts';
import { formatReport } from './format-report.ts';
import { playSync } from './play-sync.ts';
import type { Probe } from './probe.ts';
import type { Report } from './report.ts';
import { search } from './search.ts';

/**
 * Tries the orders in which the events of a probe can happen, and judges each run. For code without promises: events and hooks of a
 * `TimedOperation`, codecs, pipelines. Code that awaits needs {@link exploreAsync}.
 *
 * ```ts
 * const report = explore({
 *   name: 'one operation',
 *   setup(world) {
 *     const operation = new TimedOperation(world.runtime, {}, undefined);
 *     if (operation.submit(() => {})) operation.arm(100);
 *     world.anytime('response', () => operation.respond('a'), { maybe: true });
 *     world.anytime('cancel', () => operation.cancel(), { maybe: true });
 *   },
 * });
 * ```
 *
 * Never throws for what it finds: see `report.ok`, or use {@link assertRaces}.
 */
export function explore<Subject>(probe: Probe<Subject>, options: ExploreOptions = {}): Report {
  const check = new Check(probe, options, 'exploreAsync');
  return withHint(playSync(check, search(check)));
}

/** Code that awaits stands still here, which looks like a promise that nobody settles. */
function withHint(report: Report): Report {
  if (!report.failures.some(({ message }) => /still pending/.test(message))) return report;
  const hint = '`explore` runs no microtasks: if the code under test awaits anything, use `exploreAsync`';
  return { ...report, problems: [...report.problems, hint] };
}

/**
 * Like {@link explore}, and throws when something was found.
 * @throws RaceError with the table of the shrunk run and its token.
 */
export function assertRaces<Subject>(probe: Probe<Subject>, options?: ExploreOptions): Report {
  return assertOk(explore(probe, options));
}

/** A check that found something; `report` has it all. */
export class RaceError extends Error {
  static {
    RaceError.prototype.name = 'RaceError';
  }

  readonly report: Report;

  constructor(report: Report) {
    super(formatReport(report));
    this.report = report;
  }
}

/** @throws RaceError when the report is not ok. */
export function assertOk(report: Report): Report {
  if (!report.ok) throw new RaceError(report);
  return report;
}
