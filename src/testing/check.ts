import { monotonicClock } from '../core/clock.ts';
import { checkExploreOptions } from './check-explore-options.ts';
import type { Drain } from './drain.ts';
import type { ExploreOptions } from './explore-options.ts';
import type { Failure } from './failure.ts';
import { Fingerprint } from './fingerprint.ts';
import { Intruders } from './intruders.ts';
import { linearizable } from './linearizability.ts';
import { missingOutcomes, Outcomes } from './outcomes.ts';
import type { Probe } from './probe.ts';
import { ASYNC_PROBE, asyncProbeMessage } from './probe-is-async.ts';
import { RaceRun } from './race-run.ts';
import { RACING_EVENTS } from './race-table.ts';
import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';
import type { Driver } from './tape.ts';
import { timedOperationInvariants } from './timed-operation-invariants.ts';
import { World } from './world.ts';

/** One check of one probe: its world, its runs, and what they added up to. */
export class Check<Subject> {
  readonly probe: Probe<Subject>;
  readonly options: ExploreOptions;
  readonly world: World;
  readonly run: RaceRun<Subject>;
  readonly failures: Failure[] = [];
  readonly problems: string[] = [];
  complete = 'nothing';
  schedules = 0;
  pruned = 0;
  deepest = 0;
  readonly started: number = monotonicClock.now();
  /** Timers were made to fire after they were disarmed: then a timeout may be tried after another event. */
  #firedLate = false;
  readonly #outcomes: Outcomes = new Outcomes();
  readonly #intruders: Intruders = new Intruders();

  /** @param instead where this check runs no microtasks: the form of it that does. */
  constructor(probe: Probe<Subject>, options: ExploreOptions, instead?: string) {
    checkExploreOptions(probe as Probe<never>, options);
    this.probe = probe;
    this.options = options;
    this.world = new World(options.monitors ?? timedOperationInvariants);
    this.world.instead = instead;
    this.run = new RaceRun(this.world, probe, options.maxSteps ?? 1000);
  }

  /** Plays one run. A recorded run is watched for what would make it depend on more than its tape. */
  play(driver: Driver, recorder: Recorder | undefined, drain: Drain | undefined): void {
    if (!(recorder instanceof Fingerprint)) {
      this.run.play(driver, recorder, drain);
      return;
    }
    this.#intruders.used = undefined;
    this.#intruders.during(() => this.run.play(driver, recorder, drain));
    this.#judgeRecorded(recorder);
  }

  /** The same with a turn of the host between two steps. Watched are the steps: elsewhere the host may do what is none of the probe's. */
  playByHop(driver: Driver, recorder: Recorder | undefined, hop: (task: () => void) => void, over: () => void): void {
    if (!(recorder instanceof Fingerprint)) {
      this.run.playByHop(driver, recorder, hop, over);
      return;
    }
    const intruders = this.#intruders;
    let done = false;
    const end = () => {
      done = true;
    };
    const turn = (task: () => void) =>
      hop(() => {
        intruders.trapping(task);
        if (!done) return;
        this.#judgeRecorded(recorder);
        over();
      });
    intruders.used = undefined;
    intruders.trapping(() => this.run.playByHop(driver, recorder, turn, end));
  }

  #judgeRecorded(recorder: Fingerprint): void {
    const { world } = this;
    if (this.#intruders.used !== undefined) {
      world.violation = { rule: 'determinism', message: `the probe used ${this.#intruders.used}` };
    } else if (recorder.awaited && world.instead !== undefined) {
      // Whatever the run came to, its promises were not heard.
      const message = asyncProbeMessage('`timed` waits for a promise', world.instead);
      world.violation = { rule: ASYNC_PROBE, message };
    }
  }

  /** What the run just played is judged by besides its rules; and it is counted. */
  count(): void {
    const { world, run } = this;
    this.schedules++;
    if (world.scheduler.firesLate) this.#firedLate = true;
    if (run.steps > this.deepest) this.deepest = run.steps;
    if (run.pruned) this.pruned++;
    else this.judge();
    if (world.violation === undefined && !run.pruned) this.#outcomes.add(run.outcome, world.ledger);
  }

  /** Judges the run just played by its outcome and by the model. */
  judge(): void {
    const { world, run, options } = this;
    if (world.violation !== undefined || run.pruned) return;
    if (options.outcomes !== undefined) {
      const outcome = this.#outcomes.text(run.outcome, world.ledger);
      const grade = options.outcomes[outcome] ?? options.others ?? 'forbidden';
      if (grade === 'forbidden') world.break('outcome', `the outcome '${outcome}' is forbidden`);
    }
    if (options.model !== undefined && world.history.calls.length > 0) {
      const wrong = linearizable(world.history, options.model);
      if (wrong !== undefined) world.break('linearizability', wrong);
    }
  }

  report(): Report {
    const { world, options, failures } = this;
    const problems = [...this.problems];
    const counts = this.#outcomes.counts;
    if (failures.length === 0 && !(typeof options.strategy === 'object' && 'replay' in options.strategy)) {
      if (this.schedules === 0) problems.push('no schedule was played: the strategy, or the bound on it, allows none');
      for (const outcome of missingOutcomes(counts, options.outcomes ?? {}))
        problems.push(`the outcome '${outcome}' never came`);
      if (options.races !== undefined) {
        const events = options.races === 'all' ? RACING_EVENTS : options.races;
        for (const order of world.coverage.missing(events)) problems.push(`this order was never exercised: ${order}`);
        for (const place of world.coverage.missingStates(events)) problems.push(`this was never exercised: ${place}`);
        for (const order of this.#firedLate ? [] : world.coverage.ruledOut(events))
          problems.push(`this order cannot happen, and did: ${order}`);
      }
      for (const mark of options.marks ?? [])
        if (!world.marks.has(mark)) problems.push(`the mark '${mark}' was never reached`);
    }
    return {
      probe: this.probe.name,
      ok: failures.length === 0 && problems.length === 0,
      failures,
      problems,
      complete: this.complete,
      schedules: this.schedules,
      pruned: this.pruned,
      schedulesPerSecond: Math.round((this.schedules * 1000) / Math.max(1, monotonicClock.now() - this.started)),
      deepest: this.deepest,
      outcomes: counts,
      interesting: [...counts.keys()].filter((outcome) => options.outcomes?.[outcome] === 'interesting'),
      coverage: world.coverage,
      marks: world.marks,
    };
  }
}
