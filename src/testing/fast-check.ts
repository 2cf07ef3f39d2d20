import * as fc from 'fast-check';
import { checkKeys } from '../core/check-options.ts';
import { Check } from './check.ts';
import { describeFailure } from './describe-failure.ts';
import { RaceError } from './explore.ts';
import { playAsync } from './explore-async.ts';
import type { ExploreOptions } from './explore-options.ts';
import { Fingerprint } from './fingerprint.ts';
import { playSync } from './play-sync.ts';
import type { Probe } from './probe.ts';
import { Replay } from './strategies/replay.ts';
import type { Wanted } from './wanted.ts';

/** An interleaving as data: what fast-check generates, shrinks and replays together with the rest of a property's values. */
export class Schedule {
  /** @internal The tape. */
  readonly choices: readonly number[];
  /** Once it has failed in {@link runWith}, what replays that run: `explore(probe, { strategy: { replay: token } })`. */
  token: string | undefined = undefined;

  constructor(choices: readonly number[]) {
    this.choices = choices;
  }

  /** What fast-check prints of it. */
  toString(): string {
    const replay = this.token === undefined ? '' : `, replay: '${this.token}'`;
    return `Schedule(${JSON.stringify(this.choices)}${replay})`;
  }
}

/** What {@link schedules} takes. */
export interface SchedulesOptions {
  /** The most choices of a run that may be out of their natural order: 100 by default. */
  readonly maxChoices?: number;
  /** The most options that one choice may have: 16 by default. */
  readonly maxBranch?: number;
}

/**
 * Interleavings. They shrink to the natural order: fewer deviations, then smaller ones.
 *
 * ```ts
 * fc.assert(fc.property(schedules(), fc.nat(200), (schedule, timeout) => runWith(probeFor(timeout), schedule)));
 * ```
 */
export function schedules(options: SchedulesOptions = {}): fc.Arbitrary<Schedule> {
  checkKeys('schedules', options, ['maxChoices', 'maxBranch']);
  const { maxChoices = 100, maxBranch = 16 } = options;
  // Most choices are natural: a run in which everything is out of order finds little that a plainer one would not.
  const choice = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(0), weight: 2 },
    { arbitrary: fc.nat({ max: maxBranch - 1 }), weight: 1 },
  );
  return fc.array(choice, { maxLength: maxChoices, size: 'max' }).map((choices) => new Schedule(choices));
}

/**
 * Plays one run of a probe in that order. For code without promises; code that awaits needs {@link runWithAsync}.
 * @throws RaceError when a rule was broken, with the table of that run; it is fast-check that shrinks.
 */
export function runWith<Subject>(probe: Probe<Subject>, schedule: Schedule, options: ExploreOptions = {}): void {
  const check = new Check(probe, options, 'runWithAsync');
  playSync(check, once(check, schedule));
  throwFound(check);
}

/**
 * Like {@link runWith}, for code that awaits: after each step its microtasks run to their end.
 *
 * ```ts
 * await fc.assert(fc.asyncProperty(schedules(), (schedule) => runWithAsync(probe, schedule)));
 * ```
 *
 * @throws RaceError (as a rejection) when a rule was broken.
 */
export async function runWithAsync<Subject>(
  probe: Probe<Subject>,
  schedule: Schedule,
  options: ExploreOptions = {},
): Promise<void> {
  const check = new Check(probe, options);
  await playAsync(check, once(check, schedule));
  throwFound(check);
}

function* once<Subject>(check: Check<Subject>, schedule: Schedule): Generator<Wanted, void, void> {
  const wanted: Wanted = { driver: new Replay(schedule.choices), recorder: new Fingerprint() };
  yield wanted;
  check.schedules++;
  check.judge();
  if (check.world.violation === undefined) return;
  const failure = yield* describeFailure(check, wanted, 'fast-check', false);
  schedule.token = failure.token;
  check.failures.push(failure);
}

function throwFound<Subject>(check: Check<Subject>): void {
  if (check.failures.length > 0) throw new RaceError(check.report());
}
