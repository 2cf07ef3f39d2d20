import type { Runtime } from '../core/runtime.ts';
import type { AbortSignalLike } from '../core/signal.ts';
import type { TimedOperation } from '../core/timed-operation.ts';
import { CallHistory, type CallOutcome } from './call-history.ts';
import { Coverage } from './coverage.ts';
import { EventStep } from './event-step.ts';
import type { Faults } from './faults.ts';
import { Labels } from './labels.ts';
import { Ledger } from './ledger.ts';
import type { Monitor } from './monitor.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import { Pipe, type Port } from './pipe.ts';
import { RaceClock } from './race-clock.ts';
import { HOOK_ERROR, LATE, WRITE } from './race-codes.ts';
import { RaceExecutor } from './race-executor.ts';
import { RaceScheduler } from './race-scheduler.ts';
import { RaceSignal } from './race-signal.ts';
import type { Recorder } from './recorder.ts';
import type { StateHash } from './state-hash.ts';
import type { Lane } from './step.ts';
import type { Driver, Point } from './tape.ts';
import { Tape } from './tape.ts';
import { watch } from './watch.ts';

/** What {@link World.anytime} takes besides. */
export interface EventOptions {
  /** Where the picture shows it: `user` by default. */
  readonly lane?: Lane;
  /** Names of events that come before it in every run. */
  readonly after?: readonly string[];
  /** It may also never happen. Its natural place is then last of all. */
  readonly maybe?: boolean;
}

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

/**
 * Where one explored run happens: its time, its events, and every choice that makes it differ from another run. Everything under test
 * takes its time and its completions from `runtime`.
 */
export class World {
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
  readonly tracked: Map<symbol, string> = new Map();
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
  /** @internal How often a hook may throw without that being a fault. */
  expectedHookErrors = 0;
  readonly #dataPoint: { count: number; labels: number[] } & Point;

  /** @internal Made by `explore`. */
  constructor(monitors: readonly Monitor[]) {
    this.ledger = new Ledger(this, this.labels, this.coverage, monitors);
    this.scheduler = new RaceScheduler(this.clock, this.labels);
    this.executor = new RaceExecutor(this.ledger);
    const labels: number[] = [];
    this.#dataPoint = { count: 0, labels, label: (index) => labels[index] as number };
    this.runtime = {
      clock: this.clock,
      scheduler: this.scheduler,
      executor: this.executor,
      observer: {
        start: (operation) => watch(operation as TimedOperation, this.ledger),
        late: (operation) => this.#note(operation, LATE),
        hookError: (error, operation) => this.#hookError(error, operation),
      },
    };
  }

  /** The virtual time: ms since the run began. */
  get now(): number {
    return this.clock.time;
  }

  /** An event that may come at any moment of the run: before or after any other, any deadline, any completion. */
  anytime(label: string, run: () => void, options?: EventOptions): void {
    const event = this.#event(label, run);
    event.lane = options?.lane ?? 'user';
    event.maybe = options?.maybe === true;
    event.at = -1;
    const after = options?.after;
    event.after = after === undefined ? undefined : after.map((each) => this.labels.id(each));
  }

  /** An event at a fixed time: `ms` since the run began. Among things due at the same instant, the order is explored. */
  at(ms: number, label: string, run: () => void, lane: Lane = 'loop'): void {
    const event = this.#event(label, run);
    event.lane = lane;
    event.maybe = false;
    event.at = ms;
    event.after = undefined;
  }

  /** One of `options`, explored; the first is the natural one. */
  choose<T>(label: string, options: readonly T[]): T {
    const count = options.length;
    if (count === 0) throw new RangeError(`Expected \`choose('${label}')\` to be given at least one option`);
    if (count === 1 || this.driver === undefined) return options[0] as T;
    const point = this.#dataPoint;
    point.count = count;
    for (let index = 0; index < count; index++)
      point.labels[index] = this.labels.id(`${label}=${String(options[index])}`);
    const choice = this.driver.choose(this.tape.length, point);
    this.tape.add(choice, count);
    this.ledger.recorder?.choice(this.labels.id(label), String(options[choice]));
    return options[choice] as T;
  }

  /** Two ends of a byte stream, whose deliveries and faults are explored. */
  pipe(faults: Faults = {}, name: string = ''): { readonly client: Port; readonly server: Port } {
    const pipe = new Pipe(this, faults, name);
    this.pipes.push(pipe);
    return pipe;
  }

  /** A caller's signal, whose abort is an event that may come at any moment. */
  abort(label: string = 'abort', options?: EventOptions): AbortSignalLike {
    const signal = new RaceSignal();
    this.signals.push(signal);
    this.anytime(label, () => signal.abort(label), options);
    return signal;
  }

  /** The event loop may, once, be kept busy for `ms`: deadlines pass meanwhile, and what comes due fires late. */
  lag(ms: number): void {
    this.anytime(`lag ${ms} ms`, () => this.clock.stall(ms), { lane: 'loop', maybe: true });
  }

  /** The running step takes `ms` of CPU time. */
  burn(ms: number): void {
    this.clock.stall(ms);
  }

  /** Something is held from now on. Returns what gives it back; a run that ends without that has a leak. */
  track(kind: string): () => void {
    const key = Symbol(kind);
    this.tracked.set(key, kind);
    return () => {
      this.tracked.delete(key);
    };
  }

  /** This promise must have settled, one way or the other, when nothing is left to happen. What it rejects with is taken as heard. */
  settles(promise: PromiseLike<unknown>, name: string = 'a promise'): void {
    const release = this.track(`${name}, which is still pending`);
    promise.then(release, release);
  }

  /** What `operation` may fulfil with, and nothing else: another value is somebody else's response. */
  expect(operation: object, value: unknown): void {
    const record = (operation as Recorded)[RECORD];
    if (record !== undefined) record.expected = value;
  }

  /** The operation's first byte is written now. */
  wrote(operation: object): void {
    this.#note(operation, WRITE);
  }

  /** A call for the history that is checked against the sequential model. */
  call(name: string, input: unknown, operation: CallOutcome): void {
    this.history.add(name, input, operation);
  }

  /** Says that hooks will throw this often, on purpose. */
  expectHookErrors(count: number): void {
    this.expectedHookErrors += count;
  }

  /** This point must be reached in some run: a check with `marks` fails otherwise. */
  sometimes(mark: string): void {
    this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1);
  }

  /** This must hold here, in every run. */
  always(condition: boolean, message: string): void {
    if (!condition) this.break('always', message);
  }

  /** This point must not be reached. */
  unreachable(message: string): never {
    this.break('unreachable', message);
    throw new RaceViolation(message);
  }

  /** @internal A new run begins. */
  begin(driver: Driver, recorder: Recorder | undefined): void {
    this.driver = driver;
    this.ledger.recorder = recorder;
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
    if (this.tracked.size > 0) this.tracked.clear();
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
    const { add } = state;
    add(this.now);
    add(this.clock.lag);
    for (let index = 0; index < this.eventCount; index++) {
      const event = this.events[index] as EventStep;
      if (!event.done) add(event.labelId);
    }
    if (!this.executor.hash(add) || !this.scheduler.hash(add)) return false;
    for (const pipe of this.pipes) pipe.hash(add);
    for (const signal of this.signals) add(signal.listeners * 2 + (signal.aborted ? 1 : 0));
    add(this.tracked.size);
    this.ledger.hash(add);
    return this.history.calls.length === 0;
  }

  /** @internal Takes the run for broken; the first breach counts. */
  break(rule: string, message: string): void {
    if (this.violation !== undefined) return;
    this.violation = { rule, message };
    this.ledger.recorder?.broken(rule, message);
  }

  #event(label: string, run: () => void): EventStep {
    let event = this.events[this.eventCount];
    if (event === undefined) {
      event = new EventStep();
      this.events.push(event);
    }
    this.eventCount++;
    if (event.text !== label) {
      event.text = label;
      event.labelId = this.labels.id(label);
    }
    event.run = run;
    event.done = false;
    return event;
  }

  #note(operation: object, effect: number): void {
    const record = (operation as Recorded)[RECORD];
    if (record !== undefined) this.ledger.effect(record, effect);
  }

  #hookError(error: unknown, operation: object): void {
    this.#note(operation, HOOK_ERROR);
    if (this.expectedHookErrors-- <= 0) this.break('nothing-unhandled', `a hook threw: ${String(error)}`);
  }
}
