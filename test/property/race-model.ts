import { ModelAftermath } from './model-aftermath.ts';
import { type ModelLimit, NO_LIMIT } from './model-operation.ts';
import { cancelKey, type Key, lateKey, type Race, type RaceSetup, type UserCode } from './race.ts';

/** The race as the design says it: slow, obvious, and without a line of the package. */
export class RaceModel extends ModelAftermath implements Race {
  #aborted: boolean;
  #listening = false;

  constructor(setup: RaceSetup, user: UserCode) {
    super(setup, user);
    this.#aborted = setup.aborted;
    for (const operation of this.operations) {
      if (!operation.setup.onSignal) continue;
      if (!this.#aborted) {
        operation.onSignal = true;
        this.#listening = true;
      } else if (this.cancelled(operation, 'signal', 'aborted')) this.follow(operation);
    }
  }

  submit(index: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('submit') || operation.submitted) return false;
    operation.submitted = true;
    operation.submitting = true;
    try {
      this.user.run(index, 'send', undefined);
    } catch (error) {
      this.fail(index, error as number);
    }
    operation.submitting = false;
    if (operation.allows('submit')) {
      operation.state = 'WAITING_RESPONSE';
      return true;
    }
    operation.afterSubmit?.();
    return false;
  }

  arm(index: number, ms: number): boolean {
    return this.#arm(index, { at: this.now + ms, ms, kind: 'timeout' }, NO_LIMIT);
  }

  armUntil(index: number, ms: number): boolean {
    const limit = { at: this.now + ms, ms, kind: 'deadline' };
    return this.#arm(index, limit, limit);
  }

  #arm(index: number, limit: ModelLimit, cap: ModelLimit): boolean {
    const operation = this.at(index);
    if (operation.state !== 'WAITING_RESPONSE') return false;
    operation.cap = cap;
    this.armFor(operation, limit);
    return true;
  }

  extend(index: number, ms: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('timeout')) return false;
    const wanted = { at: this.now + ms, ms, kind: 'timeout' };
    const limit = wanted.at < operation.cap.at ? wanted : operation.cap;
    if (operation.state === 'WAITING_RESPONSE') this.armFor(operation, limit);
    else operation.limit = limit;
    return true;
  }

  respond(index: number, response: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('response')) return this.late(operation, lateKey('response', 'fulfilled', response));
    if (!operation.setup.decodes) return this.fulfil(operation, response);
    this.disarm(operation);
    operation.state = 'RESPONSE_RECEIVED';
    operation.responded = true;
    operation.response = response;
    this.takeTurn(operation);
    return true;
  }

  fail(index: number, reason: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('failure')) return this.late(operation, lateKey('response', 'rejected', reason));
    return this.reject(operation, reason);
  }

  cancel(index: number, reason: number | undefined): boolean {
    return this.#cancel(index, 'caller', reason);
  }

  internalCancel(index: number, cause: number | undefined): boolean {
    return this.#cancel(index, 'internal', cause);
  }

  #cancel(index: number, source: string, cause: number | undefined): boolean {
    const operation = this.at(index);
    if (!this.cancelled(operation, source, cancelKey(source, cause))) return false;
    this.follow(operation);
    return true;
  }

  decoded(index: number, value: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('decoded')) return this.late(operation, lateKey('decoding', 'fulfilled', value));
    return this.fulfil(operation, value);
  }

  decodeFailed(index: number, reason: number): boolean {
    const operation = this.at(index);
    if (!operation.allows('decodeFailed')) return this.late(operation, lateKey('decoding', 'rejected', reason));
    return this.reject(operation, reason);
  }

  throwIfExpired(index: number): string | undefined {
    const operation = this.at(index);
    if (operation.allows('timeout') && this.now >= operation.limit.at) {
      this.timeUp(operation);
      this.follow(operation);
    }
    const over = operation.outcome === 'timedOut' || operation.outcome === 'cancelled';
    return over ? `threw ${operation.reason()}` : undefined;
  }

  /** All on the signal are decided before the first hook runs. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#listening = false;
    const won = this.operations.filter((each) => each.onSignal && this.cancelled(each, 'signal', 'aborted'));
    for (const operation of won) this.follow(operation);
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** All that are due are decided before the first hook runs. */
  wake(): number {
    const due = this.timers.filter((each) => each.limit.at <= this.now).sort((a, b) => a.limit.at - b.limit.at);
    for (const operation of due) this.timeUp(operation);
    for (const operation of due) this.follow(operation);
    return due.length;
  }

  step(): boolean {
    const turn = this.queue.shift();
    turn?.();
    return turn !== undefined;
  }

  endTurn(): void {
    if (!this.operations.some((each) => each.onSignal)) this.#listening = false;
  }

  state(index: number): string {
    return this.at(index).state;
  }

  outcome(index: number): string | undefined {
    return this.at(index).outcome;
  }

  value(index: number): Key {
    return this.at(index).value;
  }

  reason(index: number): Key {
    return this.at(index).reason();
  }

  cancelSource(index: number): string | undefined {
    return this.at(index).cancelSource;
  }

  remaining(index: number): number {
    return Math.max(0, this.at(index).limit.at - this.now);
  }

  get armed(): number {
    return this.timers.length;
  }

  get queued(): number {
    return this.queue.length;
  }

  get undecided(): number {
    return this.operations.filter((each) => !each.announced).length;
  }

  get listeners(): number {
    return this.#listening ? 1 : 0;
  }

  get listening(): number {
    return this.listeners;
  }
}
