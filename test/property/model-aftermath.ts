import { type ModelLimit, ModelOperation, type Outcome } from './model-operation.ts';
import { type Key, lateKey, type Place, type RaceSetup, timeoutKey, type UserCode } from './race.ts';

/** What follows from an event that won, or lost: who is told, in which order, and what waits for its turn. */
export abstract class ModelAftermath {
  protected readonly operations: readonly ModelOperation[];
  protected readonly user: UserCode;
  protected now = 0;
  /** In the order of arming. */
  protected timers: ModelOperation[] = [];
  protected readonly queue: (() => void)[] = [];

  constructor(setup: RaceSetup, user: UserCode) {
    this.user = user;
    this.operations = setup.operations.map((each, index) => new ModelOperation(index, each));
  }

  abstract decoded(index: number, value: number): boolean;
  abstract decodeFailed(index: number, reason: number): boolean;

  protected at(index: number): ModelOperation {
    return this.operations[index] as ModelOperation;
  }

  /** For good: from here on nothing outside holds it any more. */
  protected decide(operation: ModelOperation, outcome: Outcome): void {
    operation.state = 'DECIDED';
    operation.outcome = outcome;
    operation.onSignal = false;
    this.disarm(operation);
  }

  protected fulfil(operation: ModelOperation, value: Key): true {
    this.decide(operation, 'fulfilled');
    operation.value = value;
    this.follow(operation);
    return true;
  }

  protected reject(operation: ModelOperation, reason: Key): true {
    this.decide(operation, 'failed');
    operation.reason = () => reason;
    this.follow(operation);
    return true;
  }

  protected cancelled(operation: ModelOperation, source: string, reason: Key): boolean {
    if (!operation.allows(source === 'internal' ? 'internalCancel' : 'cancel')) return false;
    this.decide(operation, 'cancelled');
    operation.reason = () => reason;
    operation.cancelSource = source;
    return true;
  }

  /** While it waits that is a timeout; while it decodes, a failure. */
  protected timeUp(operation: ModelOperation): void {
    const { limit } = operation;
    const elapsed = this.now - (limit.at - limit.ms);
    const late = this.now - limit.at;
    this.decide(operation, operation.responded ? 'failed' : 'timedOut');
    operation.decodeLimited = operation.responded;
    operation.reason = () => timeoutKey(limit.kind, limit.ms, elapsed, late, operation.stage);
  }

  /** In this order; inside submit it all waits for that to return. */
  protected follow(operation: ModelOperation, duringSubmit = false): void {
    if (operation.submitting) {
      operation.afterSubmit = () => this.follow(operation, true);
      return;
    }
    operation.announced = true;
    this.guard(operation, 'decide', undefined);
    if (operation.outcome === 'cancelled' || operation.outcome === 'timedOut' || operation.decodeLimited) {
      if (operation.responded) this.dropDecoding(operation);
      else if (operation.submitted) this.takeOff(operation, duringSubmit);
    }
    if (operation.outcome === 'timedOut') this.tell(operation, 'timedOut', operation.reason());
    this.takeTurn(operation);
  }

  /** The connection is left alone; a response that nobody will decode is late. */
  private dropDecoding(operation: ModelOperation): void {
    if (!operation.decodeBegun) this.late(operation, lateKey('response', 'fulfilled', operation.response));
    this.tell(operation, 'cancelDecoding', operation.reason());
  }

  /** The node is told before the operation is cancelled; and not at all when the time was spent before it was sent. */
  private takeOff(operation: ModelOperation, duringSubmit: boolean): void {
    const nodeIsTold = operation.outcome === 'timedOut' && !duringSubmit;
    if (nodeIsTold && this.tell(operation, 'recordTimeout', operation.reason())) operation.stage = 'reading';
    this.tell(operation, 'cancelOperation', operation.reason());
  }

  /** An outcome that lost: the observer hears of it at once, the hook in a turn of its own. */
  protected late(operation: ModelOperation, outcome: Key): false {
    this.guard(operation, 'observedLate', outcome);
    if (!operation.setup.bare) this.queue.push(() => this.tell(operation, 'late', outcome));
    return false;
  }

  /** One turn at most waits for an operation: what is decided before it comes is completed in it. */
  protected takeTurn(operation: ModelOperation): void {
    if (operation.hasTurn) return;
    operation.hasTurn = true;
    this.queue.push(() => {
      if (operation.state === 'RESPONSE_RECEIVED') this.decode(operation);
      operation.hasTurn = false;
      if (operation.state !== 'DECIDED' || operation.completed) return;
      operation.completed = true;
      this.tell(operation, 'complete', undefined);
    });
  }

  private decode(operation: ModelOperation): void {
    const { index, setup } = operation;
    const response = operation.response as number;
    operation.decodeBegun = true;
    try {
      this.user.run(index, 'decode', response);
    } catch (error) {
      this.decodeFailed(index, error as number);
      return;
    }
    if (this.user.decodesNow(index)) {
      this.decoded(index, response + 1000);
      return;
    }
    const limited = this.tell(operation, 'decodeTimeout', undefined) && setup.decodeLimit !== undefined;
    if (limited && operation.state === 'RESPONSE_RECEIVED') {
      const ms = setup.decodeLimit as number;
      this.armFor(operation, { at: this.now + ms, ms, kind: 'decode' });
    }
  }

  protected armFor(operation: ModelOperation, limit: ModelLimit): void {
    this.disarm(operation);
    operation.limit = limit;
    if (limit.at !== Number.POSITIVE_INFINITY) this.timers.push(operation);
  }

  protected disarm(operation: ModelOperation): void {
    this.timers = this.timers.filter((each) => each !== operation);
  }

  /** Calls a hook, if there are hooks. Returns whether one was called and did not throw. */
  private tell(operation: ModelOperation, place: Place, given: Key): boolean {
    return !operation.setup.bare && this.guard(operation, place, given);
  }

  private guard(operation: ModelOperation, place: Place, given: Key): boolean {
    try {
      this.user.run(operation.index, place, given);
      return true;
    } catch (error) {
      this.user.hookError(operation.index, error as number);
      return false;
    }
  }
}
