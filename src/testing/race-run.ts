import type { Drain } from './drain.ts';
import type { EventStep } from './event-step.ts';
import { Happened } from './happened.ts';
import { PlainStep } from './plain-step.ts';
import type { Probe } from './probe.ts';
import { isPlainPromise } from './probe-is-async.ts';
import type { Recorder } from './recorder.ts';
import type { StateHash } from './state-hash.ts';
import { type Step, StepList } from './step.ts';
import type { Driver, Point } from './tape.ts';
import type { World } from './world.ts';
import { RaceViolation } from './world-parts.ts';

/** Plays runs of one probe: collects what may happen next, asks the driver, lets it happen. */
export class RaceRun<Subject> {
  readonly world: World;
  readonly #probe: Probe<Subject>;
  readonly #maxSteps: number;
  readonly #steps: StepList = new StepList();
  #listed = false;
  /** By step of the last run: what was taken, where the same object stands for it again, and out of how many. */
  readonly #taken: (Step | undefined)[] = [];
  readonly #counts: number[] = [];
  readonly #point: { count: number } & Point;
  readonly #stop: Step;
  readonly #state: (hash: StateHash) => boolean;
  #subject: Subject | undefined;
  #stopped = false;
  readonly #happened: Happened = new Happened();
  steps = 0;
  /** Cut short: its state had been seen before. */
  pruned = false;
  outcome = '';

  constructor(world: World, probe: Probe<Subject>, maxSteps: number) {
    this.world = world;
    this.#probe = probe;
    this.#maxSteps = maxSteps;
    this.#state = (hash) => this.#hash(hash);
    this.#point = { count: 0, label: (index) => (this.#list().steps[index] as Step).label() };
    const stop = () => {
      this.#stopped = true;
    };
    this.#stop = new PlainStep('', world.labels.id('end'), stop, true);
  }

  /** Plays one run without leaving the current turn of the host. `drain` runs the microtasks after each step. */
  play(driver: Driver, recorder?: Recorder, drain?: Drain): void {
    this.begin(driver, recorder);
    if (drain !== undefined) this.#guard(drain);
    this.afterStep();
    while (this.advance()) {
      if (drain !== undefined) this.#guard(drain);
      this.afterStep();
    }
    this.finish();
  }

  /** Plays one run with a turn of the host between two steps: where microtasks cannot be run to their end otherwise. */
  playByHop(driver: Driver, recorder: Recorder | undefined, hop: (task: () => void) => void, over: () => void): void {
    const turn = () => {
      this.afterStep();
      if (this.advance()) hop(turn);
      else {
        this.finish();
        over();
      }
    };
    this.begin(driver, recorder);
    hop(turn);
  }

  begin(driver: Driver, recorder: Recorder | undefined): void {
    const { world } = this;
    world.begin(driver, recorder);
    this.#happened.begin();
    this.#stopped = false;
    this.pruned = false;
    this.steps = 0;
    this.outcome = '';
    world.lane = 'setup';
    try {
      this.#subject = this.#probe.setup(world);
      if (isPlainPromise(this.#subject)) world.awaits('its `setup` is an async function');
    } catch (error) {
      this.#thrown(error);
    }
  }

  /** Lets one thing happen. Returns false when the run is over. */
  advance(): boolean {
    const { world } = this;
    if (world.violation !== undefined) return false;
    const { tape, ledger, clock } = world;
    const { recorder } = ledger;
    const place = this.steps;
    // What was possible here in the last run is possible again.
    const known = tape.same && recorder === undefined ? this.#taken[place] : undefined;
    this.#listed = false;
    const count = known === undefined ? this.#list().count : (this.#counts[place] as number);
    if (count === 0) return false;
    let choice = 0;
    if (count > 1) {
      const driver = world.driver as Driver;
      if (driver.arrive !== undefined && !driver.arrive(this.#state, count)) {
        this.pruned = true;
        return false;
      }
      this.#point.count = count;
      choice = driver.choose(tape.length, this.#point);
      tape.add(choice, count);
      ledger.judging = !driver.repeats;
    }
    const step = known !== undefined && tape.same ? known : (this.#list().steps[choice] as Step);
    this.#taken[place] = step.lasts ? step : undefined;
    this.#counts[place] = count;
    if (++this.steps > this.#maxSteps) {
      world.break('ends', `The run is not over after ${this.#maxSteps} steps: raise \`maxSteps\`, or something loops`);
      return false;
    }
    const { lane } = step;
    world.lane = lane;
    recorder?.step(step, clock.time, choice);
    this.#happened.add(step.label());
    try {
      step.take();
    } catch (error) {
      this.#thrown(error);
    }
    recorder?.stepped(clock.time);
    if (lane === 'timer' && world.pipes.length > 0) for (const pipe of world.pipes) pipe.release();
    return !this.#stopped;
  }

  afterStep(): void {
    const { world } = this;
    world.scheduler.endTurn();
    world.history.step();
    world.ledger.step();
    if (this.#probe.step !== undefined) this.#guard(() => this.#probe.step?.(this.#subject as Subject, world));
    world.lane = '';
  }

  finish(): void {
    const { world } = this;
    if (world.violation === undefined && !this.pruned) {
      world.lane = 'quiet';
      if (!this.#stopped) world.ledger.recorder?.step(this.#stop, world.now, 0);
      world.ledger.recorder?.stepped(world.now);
      world.ledger.quiet();
      try {
        const given: unknown = this.#probe.quiet?.(this.#subject as Subject, world);
        if (isPlainPromise(given))
          world.break('probe', '`quiet` is an async function, and the run is over: nobody waits for it');
        this.outcome = this.#probe.outcome?.(this.#subject as Subject, world) ?? '';
      } catch (error) {
        this.#thrown(error);
      }
    }
    world.end();
    this.#taken[this.steps] = undefined;
    this.#subject = undefined;
  }

  /** What may happen next. */
  #list(): StepList {
    if (!this.#listed) this.#collect();
    this.#listed = true;
    return this.#steps;
  }

  #collect(): void {
    const { world } = this;
    const list = this.#steps;
    const { now, events, eventCount, scheduler } = world;
    list.clear();
    world.executor.enabled(list);
    if (world.pipes.length > 0) for (const pipe of world.pipes) pipe.enabled(list);
    let next = Number.POSITIVE_INFINITY;
    let maybe = false;
    // Time stands still while something is due at it.
    let due = false;
    for (let index = 0; index < eventCount; index++) {
      const event = events[index] as EventStep;
      if (event.done || !this.#happened.allBefore(event)) continue;
      if (event.maybe) maybe = true;
      else if (event.at <= now) {
        list.add(event);
        if (event.at >= 0) due = true;
      } else if (event.at < next) next = event.at;
    }
    const timer = scheduler.next();
    if (timer !== Number.POSITIVE_INFINITY && (timer <= now || (timer <= next && !due))) scheduler.enabled(list);
    if (next !== Number.POSITIVE_INFINITY && next <= timer && !due) {
      for (let index = 0; index < eventCount; index++) {
        const event = events[index] as EventStep;
        if (!event.done && event.at === next && !event.maybe) list.add(event);
      }
    }
    if (list.count === 0 && this.#releaseHeld()) this.#collect();
    else if (maybe || scheduler.mayFireLate) {
      if (list.count === 0) list.add(this.#stop);
      scheduler.lateFires(list);
      for (let index = 0; index < eventCount; index++) {
        const event = events[index] as EventStep;
        if (event.maybe && !event.done && this.#happened.allBefore(event)) list.add(event);
      }
    }
  }

  #releaseHeld(): boolean {
    let released = false;
    for (const pipe of this.world.pipes) if (pipe.release()) released = true;
    return released;
  }

  #hash(hash: StateHash): boolean {
    hash.clear();
    if (!this.world.hash(hash)) return false;
    for (let index = 0; index < this.world.eventCount; index++) {
      const event = this.world.events[index] as EventStep;
      if (!event.done) this.#happened.hash(event, hash);
    }
    const own = this.#probe.state?.(this.#subject as Subject);
    if (typeof own === 'string') hash.addText(own);
    else if (own !== undefined) hash.add(own);
    return true;
  }

  #guard(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#thrown(error);
    }
  }

  #thrown(error: unknown): void {
    if (error instanceof RaceViolation) return;
    const { world } = this;
    world.break(world.lane === 'quiet' ? 'probe' : 'nothing-unhandled', `${world.lane}: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
