import { monotonicClock } from '../core/clock.ts';
import type { Check } from './check.ts';
import { describeFailure } from './describe-failure.ts';
import { Fingerprint } from './fingerprint.ts';
import { plan } from './plan.ts';
import type { Report } from './report.ts';
import { reportProgress } from './report-progress.ts';
import { Deviations } from './strategies/deviations.ts';
import { Exhaustive } from './strategies/exhaustive.ts';
import { LabelledReplay } from './strategies/labelled-replay.ts';
import { Replay } from './strategies/replay.ts';
import { StateWalk } from './strategies/state-walk.ts';
import type { Wanted } from './wanted.ts';

/** Every so many runs, one is played twice and must come out the same. */
const TWICE_EVERY = 64;
/** What `auto` does after the deviations may take this long: ms. */
const DEFAULT_BUDGET_MS = 1000;
/** How often the real clock is looked at, in runs. */
const CLOCK_EVERY = 64;

/** All runs of a check, in their order: yields each to be played, and judges it. The same for every way to play a run. */
export function* search<Subject>(check: Check<Subject>): Generator<Wanted, Report, void> {
  const { world, run, options } = check;
  const wanted: Wanted = { driver: new Replay([]), recorder: undefined };
  const auto = (options.strategy ?? 'auto') === 'auto';
  // By default a budget bounds only what comes after the deviations, whose number is known: no slow machine makes a check weaker.
  let end = check.started + (options.budgetMs ?? Number.POSITIVE_INFINITY);
  const most = options.maxSchedules ?? Number.POSITIVE_INFINITY;
  const progress = reportProgress(check, () => end);
  let over = false;

  for (const { driver, share } of plan(options, world.labels, check.probe.state !== undefined)) {
    const now = monotonicClock.now();
    if (auto && options.budgetMs === undefined && !(driver instanceof Deviations))
      end = Math.min(end, now + DEFAULT_BUDGET_MS);
    const phaseEnd = share < 1 ? now + (end - now) * share : end;
    let finished = true;
    for (let count = 0; driver.next(); count++) {
      if (check.schedules >= most || (count % CLOCK_EVERY === 0 && count > 0 && monotonicClock.now() >= phaseEnd)) {
        finished = false;
        break;
      }
      if (count % 1024 === 1023) progress(driver.name);
      const twice = check.schedules % TWICE_EVERY === 0;
      const print = twice ? new Fingerprint() : undefined;
      wanted.driver = driver;
      wanted.recorder = print;
      yield wanted;
      driver.ended?.(world.tape);
      check.count();
      if (world.violation !== undefined) {
        check.failures.push(yield* describeFailure(check, wanted, driver.name, true));
        return check.report();
      }
      if (print !== undefined && !run.pruned && (yield* differs(check, wanted, print))) {
        world.break('determinism', 'two runs of the same tape differed: something in the probe is not on the tape');
        check.failures.push(yield* describeFailure(check, wanted, driver.name, true));
        return check.report();
      }
    }
    if (driver instanceof LabelledReplay) noteUnplaced(check, driver);
    if (driver instanceof Deviations && (finished || driver.completed >= 0))
      check.complete = `deviations ${driver.completed}`;
    else if ((driver instanceof Exhaustive || driver instanceof StateWalk) && finished) check.complete = 'exhaustive';
    else if (finished && check.complete === 'nothing') check.complete = driver.name;
    over = check.complete === 'exhaustive' || check.schedules >= most || monotonicClock.now() >= end;
    if (over) break;
  }
  return check.report();
}

function* differs<Subject>(
  check: Check<Subject>,
  wanted: Wanted,
  print: Fingerprint,
): Generator<Wanted, boolean, void> {
  const again = new Fingerprint();
  wanted.driver = new Replay(check.world.tape.toArray(), true);
  wanted.recorder = again;
  yield wanted;
  return again.value !== print.value;
}

function noteUnplaced<Subject>(check: Check<Subject>, replay: LabelledReplay): void {
  const { name } = check.probe;
  if (replay.probe !== name) check.problems.push(`the token is of another probe: '${replay.probe}', and not '${name}'`);
  for (const { take, before } of replay.unplaced) {
    check.problems.push(`the token no longer fits: '${take}' never came up in place of '${before}'`);
  }
}
