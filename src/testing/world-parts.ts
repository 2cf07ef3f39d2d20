import type { Runtime } from '../core/runtime.ts';
import type { TimedOperation } from '../core/timed-operation.ts';
import { CallHistory } from './call-history.ts';
import { Coverage } from './coverage.ts';
import type { EventStep } from './event-step.ts';
import { HeldThings } from './held-things.ts';
import { Labels } from './labels.ts';
import { Ledger } from './ledger.ts';
import type { Monitor } from './monitor.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import type { Pipe } from './pipe.ts';
import { ASYNC_PROBE, asyncProbeMessage } from './probe-is-async.ts';
import { RaceClock } from './race-clock.ts';
import { HOOK_ERROR, LATE } from './race-codes.ts';
import { RaceExecutor } from './race-executor.ts';
import { RaceScheduler } from './race-scheduler.ts';
import type { RaceSignal } from './race-signal.ts';
import type { Recorder } from './recorder.ts';
import type { StateHash } from './state-hash.ts';
import type { Lane } from './step.ts';
import type { Driver } from './tape.ts';
import { Tape } from './tape.ts';
import { watch } from './watch.ts';

import type { World } from './world.ts';

/** What broke a run: which rule, and how. */
export interface Violation {
  readonly rule: string;
  readonly message: string;
}

/** Thrown to leave a run that is broken already. */
export class RaceViolation extends Error {
  static {
    RaceViolation.prototype.name = 'RaceViolation';
  }
}

/** What a run happens in, under the surface that a probe sees. */
export abstract class WorldParts {
  readonly runtime: Runtime;
  /** @internal */
  readonly clock: RaceClock = new RaceClock();
  /** @internal */
  readonly labels: Labels = new Labels();
  /** @internal */
  readonly coverage: Coverage = new Coverage();
  /** @internal */
  readonly scheduler: RaceScheduler;
  /** @internal */
  readonly executor: RaceExecutor;
  /** @internal */
  readonly ledger: Ledger;
  /** @internal */
  readonly tape: Tape = new Tape();
  /** @internal The events of this run are the first `eventCount`. */
  readonly events: EventStep[] = [];
  /** @internal */
  eventCount = 0;
  /** @internal */
  readonly signals: RaceSignal[] = [];
  /** @internal */
  readonly pipes: Pipe[] = [];
  /** @internal What is held and must be given back. */
  readonly held: HeldThings = new HeldThings();
  /** @internal */
  readonly history: CallHistory = new CallHistory();
  /** @internal How often each mark was reached, over all runs. */
  readonly marks: Map<string, number> = new Map();
  /** @internal The lane of the step that runs; empty outside a step. */
  lane: Lane = '';
  /** @internal */
  violation: Violation | undefined;
  /** @internal Set for as long as a run lasts. */
  driver: Driver | undefined;
  /** @internal Where no microtasks run: the form of the check in which they do. */
  instead: string | undefined;
  /** @internal How often a hook may throw without that being a fault. */
  expectedHookErrors = 0;

  constructor(monitors: readonly Monitor[]) {
    this.ledger = new Ledger(this as unknown as World, this.labels, this.coverage, monitors);
    this.scheduler = new RaceScheduler(this.clock, this.labels);
    this.executor = new RaceExecutor(this.ledger);
    this.runtime = {
      clock: this.clock,
      scheduler: this.scheduler,
      executor: this.executor,
      observer: {
        start: (operation) => watch(operation as TimedOperation, this.ledger),
        late: (operation) => this.effect(operation, LATE),
        hookError: (error, operation) => this.#hookError(error, operation),
      },
    };
  }

  /** @internal A new run begins. */
  begin(driver: Driver, recorder: Recorder | undefined): void {
    this.driver = driver;
    this.ledger.recorder = recorder;
    this.ledger.judging = !driver.repeats;
    this.violation = undefined;
    this.expectedHookErrors = 0;
    this.eventCount = 0;
    this.clock.clear();
    this.scheduler.clear();
    this.executor.clear();
    this.ledger.clear();
    this.tape.clear();
    if (this.signals.length > 0) this.signals.length = 0;
    if (this.pipes.length > 0) this.pipes.length = 0;
    this.held.clear();
    this.history.clear();
  }

  /** @internal It is over. */
  end(): void {
    this.driver = undefined;
    this.ledger.recorder = undefined;
    this.lane = '';
  }

  /** @internal Adds all that later steps depend on. Returns false when something in it cannot be told from others. */
  hash(state: StateHash): boolean {
    if (this.history.calls.length > 0) return false;
    state.add(this.clock.time);
    state.add(this.clock.lag);
    state.add(this.expectedHookErrors);
    for (let index = 0; index < this.eventCount; index++) {
      const event = this.events[index] as EventStep;
      if (!event.done) event.hash(state);
    }
    for (const pipe of this.pipes) pipe.hash(state);
    for (const signal of this.signals) state.add(signal.listeners * 2 + (signal.aborted ? 1 : 0));
    if (this.held.count > 0) for (const kind of this.held.kinds) state.addText(kind);
    return this.executor.hash(state) && this.scheduler.hash(state) && this.ledger.hash(state);
  }

  /** @internal Takes the run for broken; the first breach counts. */
  break(rule: string, message: string): void {
    if (this.violation !== undefined) return;
    this.violation = { rule, message };
    this.ledger.recorder?.broken(rule, message);
  }

  /** @internal Something waits for a promise. Where no microtasks run, that is what is wrong, and not what comes of it. */
  awaits(how: string): void {
    if (this.instead !== undefined) this.break(ASYNC_PROBE, asyncProbeMessage(how, this.instead));
  }

  /** @internal */
  effect(operation: object, effect: number): void {
    const record = (operation as Recorded)[RECORD];
    if (record !== undefined) this.ledger.effect(record, effect);
  }

  #hookError(error: unknown, operation: object): void {
    this.effect(operation, HOOK_ERROR);
    if (this.expectedHookErrors-- <= 0) this.break('nothing-unhandled', `a hook threw: ${String(error)}`);
  }
}
