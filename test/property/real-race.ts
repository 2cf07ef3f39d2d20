import type { AbortSignalLike } from 'timed-operation';
import {
  DECODING,
  Deadline,
  isCancelledError,
  isTimeoutError,
  type LateOutcome,
  type OperationHooks,
  type OperationView,
  TimedOperation,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { extrasOf } from '../../src/core/operation-extras.ts';
import { listenTo } from '../../src/core/signal.ts';
import {
  cancelKey,
  type Key,
  lateKey,
  type OperationSetup,
  type Race,
  type RaceSetup,
  timeoutKey,
  type UserCode,
} from './race.ts';
import { RaceSignal } from './race-signal.ts';

type Operation = TimedOperation<number, number, number>;
type Hooks = OperationHooks<number, number, number>;

/** The operations of the package, on manual time. */
export class RealRace implements Race {
  readonly #operations: readonly Operation[];
  readonly #runtime: ManualRuntime;
  readonly #signal: RaceSignal;
  readonly #send: (operation: Operation) => void;

  constructor(setup: RaceSetup, user: UserCode) {
    this.#runtime = new ManualRuntime({
      observer: {
        decide: (operation) => user.run(indexOf(operation), 'decide', undefined),
        late: (operation, outcome) => user.run(indexOf(operation), 'observedLate', lateOf(outcome)),
        hookError: (error, operation) => user.hookError(indexOf(operation), keyOf(error)),
      },
    });
    this.#send = (operation) => user.run(operation.data, 'send', undefined);
    this.#operations = setup.operations.map(
      (each, index) => new TimedOperation(this.#runtime, hooksOf(each, user), index),
    );
    this.#signal = new RaceSignal(setup.aborted);
    for (const operation of this.#operations) {
      if (setup.operations[operation.data]?.onSignal) this.#listen(operation);
    }
  }

  /** As `timed` does it. */
  #listen(operation: Operation): void {
    const signal = this.#signal;
    if (!signal.aborted) extrasOf(operation).places = listenTo(signal, operation, this.#runtime.scheduler);
    else if (operation.abortBySignal(signal.reason)) operation.afterDecision();
  }

  #at(index: number): Operation {
    return this.#operations[index] as Operation;
  }

  /** The promise by which an operation is awaited. */
  promise(index: number): Promise<number> {
    return this.#at(index).promise();
  }

  /** The signal of its work: an operation whose signal was read runs its hooks in the context of that reader. */
  signal(index: number): AbortSignalLike {
    return this.#at(index).signal;
  }

  submit(index: number): boolean {
    return this.#at(index).submit(this.#send);
  }

  arm(index: number, ms: number): boolean {
    return this.#at(index).arm(ms);
  }

  armUntil(index: number, ms: number): boolean {
    return this.#at(index).arm(Deadline.after(ms, this.#runtime.clock));
  }

  extend(index: number, ms: number): boolean {
    return this.#at(index).extend(ms);
  }

  respond(index: number, response: number): boolean {
    return this.#at(index).respond(response);
  }

  fail(index: number, reason: number): boolean {
    return this.#at(index).fail(reason);
  }

  cancel(index: number, reason: number | undefined): boolean {
    return this.#at(index).cancel(reason);
  }

  internalCancel(index: number, cause: number | undefined): boolean {
    return this.#at(index).internalCancel(cause);
  }

  decoded(index: number, value: number): boolean {
    return this.#at(index).decoded(value);
  }

  decodeFailed(index: number, reason: number): boolean {
    return this.#at(index).decodeFailed(reason);
  }

  throwIfExpired(index: number): string | undefined {
    try {
      this.#at(index).throwIfExpired();
      return undefined;
    } catch (error) {
      return `threw ${keyOf(error)}`;
    }
  }

  abort(): void {
    this.#signal.abort();
  }

  pass(ms: number): void {
    this.#runtime.clock.moveTo(this.#runtime.now + ms);
  }

  wake(): number {
    return this.#runtime.scheduler.fire(this.#runtime.now);
  }

  step(): boolean {
    return this.#runtime.executor.step();
  }

  endTurn(): void {
    this.#runtime.scheduler.endTurn();
  }

  state(index: number): string {
    return this.#at(index).state;
  }

  outcome(index: number): string | undefined {
    return this.#at(index).outcome;
  }

  value(index: number): Key {
    return this.#at(index).value as Key;
  }

  reason(index: number): Key {
    return keyOf(this.#at(index).reason);
  }

  cancelSource(index: number): string | undefined {
    return this.#at(index).cancelSource;
  }

  remaining(index: number): number {
    return this.#at(index).remaining();
  }

  get armed(): number {
    return this.#runtime.armed;
  }

  get queued(): number {
    return this.#runtime.executor.queued;
  }

  get undecided(): number {
    return this.#runtime.undecided;
  }

  get listeners(): number {
    return this.#runtime.listeners;
  }

  get listening(): number {
    return this.#signal.listeners.size;
  }
}

function hooksOf(setup: OperationSetup, user: UserCode): Hooks {
  const decode: Hooks['decode'] = (response, operation) => {
    user.run(operation.data, 'decode', response);
    return user.decodesNow(operation.data) ? response + 1000 : DECODING;
  };
  if (setup.bare) return setup.decodes ? { decode } : {};
  const hooks: Hooks = {
    cancelOperation: (operation, reason) => user.run(operation.data, 'cancelOperation', keyOf(reason)),
    cancelDecoding: (operation, reason) => user.run(operation.data, 'cancelDecoding', keyOf(reason)),
    recordTimeout: (operation, error) => {
      user.run(operation.data, 'recordTimeout', keyOf(error));
      error.stage = 'reading';
    },
    timedOut: (operation, error) => user.run(operation.data, 'timedOut', keyOf(error)),
    late: (operation, outcome) => user.run(operation.data, 'late', lateOf(outcome)),
    complete: (operation) => user.run(operation.data, 'complete', undefined),
  };
  if (!setup.decodes) return hooks;
  return {
    ...hooks,
    decode,
    decodeTimeout: (operation) => {
      user.run(operation.data, 'decodeTimeout', undefined);
      return setup.decodeLimit;
    },
  };
}

function indexOf(operation: OperationView): number {
  return (operation as Operation).data;
}

function lateOf(outcome: LateOutcome): Key {
  const { stage, status } = outcome;
  return lateKey(stage, status, keyOf(status === 'fulfilled' ? outcome.value : outcome.reason));
}

/** Errors of the package by all that they say; anything else by itself. */
export function keyOf(reason: unknown): Key {
  if (isTimeoutError(reason)) {
    return timeoutKey(reason.kind, reason.limitMs, reason.elapsedMs, reason.lateByMs, reason.stage);
  }
  if (isCancelledError(reason)) return cancelKey(reason.source, reason.cause as Key);
  return reason as Key;
}
