import { checkKeys } from '../core/check-options.ts';
import { checkLimit } from '../core/deadline.ts';
import type { AbortSignalLike } from '../core/signal.ts';
import { createWorkController, type WorkSignal } from '../core/work-signal.ts';
import type { CallOutcome } from './call-history.ts';
import { EventStep } from './event-step.ts';
import { FAULTS, type Faults } from './faults.ts';
import type { Monitor } from './monitor.ts';
import { RECORD, type Recorded } from './operation-record.ts';
import { Pipe, type Port } from './pipe.ts';
import { WRITE } from './race-codes.ts';
import { RaceSignal } from './race-signal.ts';
import type { Lane } from './step.ts';
import type { Point } from './tape.ts';

import { RaceViolation, WorldParts } from './world-parts.ts';

/** What {@link World.anytime} takes besides. */
export interface EventOptions {
  /** Where the picture shows it: `user` by default. */
  readonly lane?: Lane;
  /** Names of events that come before it in every run. */
  readonly after?: readonly string[];
  /** It may also never happen. Its natural place is then last of all. */
  readonly maybe?: boolean;
}

const EVENT_OPTIONS: readonly string[] = ['lane', 'after', 'maybe'] satisfies readonly (keyof EventOptions)[];

/**
 * Where one explored run happens: its time, its events, and every choice that makes it differ from another run. Everything under test
 * takes its time and its completions from `runtime`.
 */
export class World extends WorldParts {
  readonly #dataPoint: { count: number; labels: number[] } & Point;

  /** @internal Made by `explore`. */
  constructor(monitors: readonly Monitor[]) {
    super(monitors);
    const labels: number[] = [];
    this.#dataPoint = { count: 0, labels, label: (index) => labels[index] as number };
  }

  /** The virtual time: ms since the run began. */
  get now(): number {
    return this.clock.time;
  }

  /** An event that may come at any moment of the run: before or after any other, any deadline, any completion. */
  anytime(label: string, run: () => void, options?: EventOptions): void {
    if (options !== undefined) this.#checkKeys('world.anytime', options, EVENT_OPTIONS);
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
    event.at = checkLimit('ms', ms);
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
    this.ledger.judging = !this.driver.repeats;
    this.ledger.recorder?.choice(this.labels.id(label), String(options[choice]));
    return options[choice] as T;
  }

  /** Two ends of a byte stream, whose deliveries and faults are explored. */
  pipe(faults: Faults = {}, name: string = ''): { readonly client: Port; readonly server: Port } {
    this.#checkKeys('world.pipe', faults, Object.keys(FAULTS));
    const pipe = new Pipe(this, faults, name);
    this.pipes.push(pipe);
    return pipe;
  }

  /**
   * A caller's signal, whose abort is an event that may come at any moment. It counts its listeners, and a run that ends with one has
   * a leak; with `platform: true` it is the platform's own, which does not tell.
   */
  abort(label: string, options: EventOptions & { readonly platform: true }): WorkSignal;
  abort(label?: string, options?: EventOptions): AbortSignalLike;
  abort(label: string = 'abort', options?: EventOptions & { readonly platform?: true }): AbortSignalLike {
    const { platform, ...event } = options ?? {};
    if (platform === true) {
      const controller = createWorkController();
      this.anytime(label, () => controller.abort(label), event);
      return controller.signal;
    }
    const signal = new RaceSignal();
    this.signals.push(signal);
    this.anytime(label, () => signal.abort(label), event);
    return signal;
  }

  /** The event loop may, once, be kept busy for `ms`: deadlines pass meanwhile, and what comes due fires late. */
  lag(ms: number): void {
    checkLimit('ms', ms);
    this.anytime(`lag ${ms} ms`, () => this.clock.stall(ms), { lane: 'loop', maybe: true });
  }

  /**
   * A timer that was due when it was disarmed may fire all the same, as where its fire is queued already (in a worker, or with another
   * scheduler). It must be refused.
   */
  lateFires(): void {
    this.scheduler.firesLate = true;
  }

  /**
   * The same promise, up to `most` microtasks later: explored. Between two turns of the loop the language fixes the order of
   * microtasks, yet `return promise` takes three where `return await promise` takes one, and so does what a compiler makes of it.
   */
  jitter<Value>(promise: PromiseLike<Value>, most: number = 3): Promise<Value> {
    const counts = Array.from({ length: most + 1 }, (_, count) => count);
    this.awaits('`world.jitter` was given a promise');
    let later = Promise.resolve(promise);
    for (let count = this.choose('microtasks', counts); count > 0; count--) later = later.then((value) => value);
    return later;
  }

  /** The running step takes `ms` of CPU time. */
  burn(ms: number): void {
    this.clock.stall(checkLimit('ms', ms));
  }

  /** Something is held from now on. Returns what gives it back; a run that ends without that has a leak. */
  track(kind: string): () => void {
    return this.held.add(kind);
  }

  /**
   * This promise must have settled, one way or the other, when nothing is left to happen. What it rejects with is taken as heard: an
   * assertion that throws in it is none. Judge by `world.always`, or leave the promise to the rule against unhandled rejections.
   */
  settles(promise: PromiseLike<unknown>, name: string = 'a promise'): void {
    this.awaits('`world.settles` was given a promise');
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
    this.effect(operation, WRITE);
  }

  /** A call for the history that is checked against the sequential model. */
  call(name: string, input: unknown, operation: CallOutcome): void {
    this.history.add(name, input, operation);
  }

  /** Writes `text` into the run's table, at the step that runs; like all in a run, it must be the same whenever the run is repeated. */
  note(text: string): void {
    this.ledger.recorder?.note(text);
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

  /** A misspelt word would be no fault, or no option, at all. The runs that are recorded tell: the first is. */
  #checkKeys(whose: string, given: object, known: readonly string[]): void {
    if (this.ledger.recorder !== undefined) checkKeys(whose, given, known);
  }

  #event(label: string, run: () => void): EventStep {
    let event = this.events[this.eventCount];
    if (event === undefined) {
      event = new EventStep(this);
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
}
