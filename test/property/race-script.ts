import type { Key, OperationSetup, Place, Race, RaceSetup, UserCode } from './race.ts';
import { type Choices, commandOf } from './race-commands.ts';
import type { RaceTrace } from './race-trace.ts';

/** What a tape asks for beyond this many commands is left out: every run ends. */
const LONGEST = 60;
const DEEPEST = 3;

/**
 * Plays one run from a tape of choices: how many operations of which kind, which events in which order, and what the user's code does in
 * each hook (nothing, throw, any event of any operation). The same tape plays the same run on whatever races behaves the same.
 */
export class RaceScript implements UserCode, Choices {
  readonly setup: RaceSetup;
  readonly trace: RaceTrace;
  readonly #tape: Uint8Array;
  #race: Race | undefined;
  #position = 0;
  #played = 0;
  #depth = 0;
  #token = 0;

  constructor(tape: Uint8Array, trace: RaceTrace) {
    this.#tape = tape;
    this.trace = trace;
    trace.clear();
    const aborted = this.next() % 16 === 15;
    const operations: OperationSetup[] = [];
    for (let count = 1 + (this.next() % 3); count > 0; count--) operations.push(operationOf(this.next()));
    this.setup = { operations, aborted };
  }

  next(): number {
    return this.#tape[this.#position++] ?? 0;
  }

  token(): number {
    return ++this.#token;
  }

  /** Plays it all at once. */
  play(race: Race): void {
    for (const _ of this.moments(race));
  }

  /**
   * Plays all of the tape, then gives up whatever is left undecided, and lets everything run out. Between any two moments of it the
   * host may run microtasks.
   */
  *moments(race: Race): Generator<void> {
    this.#race = race;
    while (this.#position < this.#tape.length) {
      this.#command(race, false);
      yield;
    }
    this.#position = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.setup.operations.length; index++) {
      this.trace.put('> give up', index);
      this.trace.put('result', race.cancel(index, undefined));
      yield;
    }
    for (let turns = 0; turns < 4 * LONGEST && race.step(); turns++) yield;
    race.endTurn();
    this.#look(race);
  }

  #command(race: Race, insideHook: boolean): void {
    const { name, play } = commandOf(this.next(), insideHook);
    const operation = this.next() % this.setup.operations.length;
    if (this.#played++ > LONGEST) return;
    this.trace.put(`> ${name}`, operation);
    this.trace.put('result', play(race, operation, this));
    this.#look(race);
  }

  run(operation: number, place: Place, given: Key): void {
    this.trace.put(place, operation);
    this.trace.put('given', given);
    const race = this.#race;
    if (race === undefined) return;
    this.#look(race);
    if (this.#depth === DEEPEST) return;
    this.#depth++;
    const choice = this.next() % 16;
    if (choice > 10) this.#command(race, true);
    if (choice > 14) this.#command(race, true);
    this.#depth--;
    if (choice === 10 || choice > 13) {
      const error = this.token();
      this.trace.put('throws', error);
      throw error;
    }
  }

  decodesNow(): boolean {
    return this.next() % 2 === 0;
  }

  hookError(operation: number, error: Key): void {
    this.trace.put('hookError', operation);
    this.trace.put('given', error);
  }

  /** Everything that anybody can see, after every event and in every hook. */
  #look(race: Race): void {
    const { trace } = this;
    for (let index = 0; index < this.setup.operations.length; index++) {
      trace.put('·state', race.state(index));
      trace.put('·outcome', race.outcome(index));
      trace.put('·value', race.value(index));
      trace.put('·reason', race.reason(index));
      trace.put('·cancelSource', race.cancelSource(index));
      trace.put('·remaining', race.remaining(index));
    }
    trace.put('·armed', race.armed);
    trace.put('·queued', race.queued);
    trace.put('·undecided', race.undecided);
    trace.put('·listeners', race.listeners);
    trace.put('·listening', race.listening);
  }
}

function operationOf(choice: number): OperationSetup {
  return {
    decodes: (choice & 1) !== 0,
    onSignal: (choice & 2) !== 0,
    decodeLimit: (choice & 4) !== 0 ? 8 : undefined,
    bare: (choice & 0x38) === 0x38,
  };
}
