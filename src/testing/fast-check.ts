import * as fc from 'fast-check';
import { Check } from './check.ts';
import { describeFailure } from './describe-failure.ts';
import { RaceError } from './explore.ts';
import type { ExploreOptions } from './explore-options.ts';
import type { Probe } from './probe.ts';
import { Replay } from './strategies/replay.ts';

/** An interleaving as data: what fast-check generates, shrinks and replays together with the rest of a property's values. */
export class Schedule {
  /** @internal The tape. */
  readonly choices: readonly number[];

  constructor(choices: readonly number[]) {
    this.choices = choices;
  }

  /** What fast-check prints of it. */
  toString(): string {
    return `Schedule(${JSON.stringify(this.choices)})`;
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
export function schedules({ maxChoices = 100, maxBranch = 16 }: SchedulesOptions = {}): fc.Arbitrary<Schedule> {
  // Most choices are natural: a run in which everything is out of order finds little that a plainer one would not.
  const choice = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(0), weight: 2 },
    { arbitrary: fc.nat({ max: maxBranch - 1 }), weight: 1 },
  );
  return fc.array(choice, { maxLength: maxChoices, size: 'max' }).map((choices) => new Schedule(choices));
}

/**
 * Plays one run of a probe in that order. For code without promises.
 * @throws RaceError when a rule was broken, with the table of that run; it is fast-check that shrinks.
 */
export function runWith<Subject>(probe: Probe<Subject>, schedule: Schedule, options: ExploreOptions = {}): void {
  const check = new Check(probe, options);
  const driver = new Replay(schedule.choices);
  check.play(driver, undefined, undefined);
  check.judge();
  if (check.world.violation === undefined) return;
  const runs = describeFailure(check, { driver, recorder: undefined }, 'fast-check', false);
  let next = runs.next();
  while (!next.done) {
    check.play(next.value.driver, next.value.recorder, undefined);
    next = runs.next();
  }
  check.failures.push(next.value);
  throw new RaceError(check.report());
}
