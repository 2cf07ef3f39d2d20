import type { Completion } from './completion-lane.ts';
import type { LateOutcome } from './late-outcome.ts';
import { OperationContext } from './operation-context.ts';
import {
  BY_SIGNAL,
  COMPLETED,
  DECODE_BEGUN,
  DECODE_LIMIT,
  QUEUED,
  RESPONDED,
  SUBMITTED,
  SUBMITTING,
} from './operation-flags.ts';
import { DECODING, type OperationHooks } from './operation-hooks.ts';
import type { OperationOptions } from './operation-options.ts';
import { reportHookError } from './report-error.ts';
import type { Runtime } from './runtime.ts';
import { CANCELLED, FAILED, FULFILLED, loadCell, NEW, RESPONSE_RECEIVED, TIMED_OUT } from './state-cell.ts';
import type { TimedOperation } from './timed-operation.ts';
import { deliver, showPromise, type TimedPromise } from './timed-promise.ts';

/**
 * What follows from a decision, in its order: hooks, then completion on the executor; and for a response its decoding. Nothing here
 * decides: that is the race, in `timed-operation.ts`.
 */
export abstract class OperationCompletion<Response, Value, Data> extends OperationContext implements Completion {
  /** What its adapter keeps with it. */
  readonly data: Data;
  /** @internal */
  readonly hooks: OperationHooks<Response, Value, Data>;
  /** @internal */
  private facade: TimedPromise<Value> | undefined = undefined;

  constructor(runtime: Runtime, hooks: OperationHooks<Response, Value, Data>, data: Data, options?: OperationOptions) {
    super(runtime, options?.name, options?.cell ?? NEW, options?.ref ?? true);
    this.hooks = hooks;
    this.data = data;
    this.tell('start');
  }

  abstract decoded(value: Value): boolean;
  abstract decodeFailed(error: unknown): boolean;

  override get value(): Value | undefined {
    return super.value as Value | undefined;
  }

  /** The native promise that shows this operation; always the same one. */
  promise(): TimedPromise<Value> {
    this.facade ??= showPromise<Value>(this);
    if ((this.flags & COMPLETED) !== 0) deliver(this);
    return this.facade;
  }

  /** @internal Decided: nothing outside holds it any more. */
  protected leave(): void {
    const { scheduler } = this.runtime;
    scheduler.disarm(this);
    for (let place = this.places; place !== undefined; place = place.sibling) place.leave(scheduler);
    this.places = undefined;
    if ((this.flags & SUBMITTED) === 0 && this.ending === undefined) this.ended();
  }

  /**
   * What follows from a decision, once all that were to be decided together are. Inside `submit` it waits for that to return; after a
   * timeout it runs in the caller's context, if there are callbacks that need it.
   * @internal
   */
  override afterDecision(): void {
    if ((this.flags & SUBMITTING) !== 0) return;
    if (this.gate !== undefined && (loadCell(this.cell) === TIMED_OUT || (this.flags & DECODE_LIMIT) !== 0)) {
      this.gate.run(() => this.followUp());
    } else this.followUp();
  }

  /** In this order: tell the node of a timeout, take the operation off the transport, complete. */
  private followUp(): void {
    const { flags, held, result } = this;
    const word = loadCell(this.cell);
    this.tell('decide');
    if ((flags & RESPONDED) !== 0) {
      if (word === CANCELLED && (flags & DECODE_BEGUN) === 0) {
        this.held = undefined;
        this.lost({ stage: 'response', status: 'fulfilled', value: held as Response });
      }
      if (word === CANCELLED || (flags & DECODE_LIMIT) !== 0) this.hook('cancelDecoding', result);
    } else if ((flags & SUBMITTED) !== 0 && word > FAILED) {
      if (word === TIMED_OUT) this.hook('recordTimeout', result);
      this.hook('cancelOperation', result);
    }
    if (word === TIMED_OUT) this.hook('timedOut', result);
    // A burst of timeouts, or of cancels by one signal, goes out within the executor's budget.
    this.complete(word !== TIMED_OUT && (flags & BY_SIGNAL) === 0);
  }

  /** @internal Runs the outcome out: at once if nothing is queued before it and no user code runs for it, else on the executor. */
  protected complete(atOnce: boolean): void {
    if ((this.flags & QUEUED) !== 0) return; // The turn it has does it.
    const { executor } = this.runtime;
    if (atOnce && this.hooks.complete === undefined && executor.idle) this.runOut();
    else this.takeTurn(loadCell(this.cell) > FULFILLED);
  }

  /** @internal */
  protected decodeInTurn(response: Response): true {
    this.held = response;
    this.takeTurn(false);
    return true;
  }

  private takeTurn(failure: boolean): void {
    this.flags |= QUEUED;
    this.runtime.executor.submit(this, failure);
  }

  /** @internal Its turn on the executor: the decode, or the completion. */
  run(): void {
    if (loadCell(this.cell) === RESPONSE_RECEIVED) {
      if (this.gate === undefined) this.beginDecoding();
      else this.gate.run(() => this.beginDecoding());
    }
    this.flags &= ~QUEUED;
    if (loadCell(this.cell) > RESPONSE_RECEIVED) this.runOut();
  }

  private beginDecoding(): void {
    if (loadCell(this.cell) !== RESPONSE_RECEIVED) return;
    this.flags |= DECODE_BEGUN;
    const response = this.held as Response;
    this.held = undefined;
    try {
      const value = this.hooks.decode?.(response, this.self);
      if (value !== DECODING) {
        if (!isThenable(value)) {
          this.decoded(value as Value);
          return;
        }
        value.then(
          (decoded) => this.decoded(decoded as Value),
          (error) => this.decodeFailed(error),
        );
      }
      const limitMs = this.hooks.decodeTimeout?.(this.self);
      if (limitMs !== undefined && loadCell(this.cell) === RESPONSE_RECEIVED) this.limitDecoding(limitMs);
    } catch (error) {
      this.decodeFailed(error);
    }
  }

  private runOut(): void {
    if ((this.flags & COMPLETED) !== 0) return;
    this.flags |= COMPLETED;
    this.hook('complete');
    deliver(this);
  }

  /** @internal Tells whoever listens of an outcome that nobody awaits any more. */
  protected lost(outcome: LateOutcome<Response | Value>): false {
    this.tell('late', outcome);
    if (this.hooks.late !== undefined) {
      const run = () => this.hook('late', outcome);
      if (this.gate !== undefined) this.gate.run(run);
      else this.runtime.executor.submit({ run, referenced: this.referenced }, true);
    }
    return false;
  }

  /** @internal Runs user code that may throw: it is reported, and changes nothing. */
  guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      reportHookError(error, this);
    }
  }

  private hook(name: keyof OperationHooks<never, never, never>, argument?: unknown): void {
    this.invoke(this.hooks, name, argument);
  }

  /** @internal Tells the observer. */
  protected tell(name: 'start' | 'decide' | 'late', outcome?: LateOutcome): void {
    this.invoke(this.runtime.observer, name, outcome);
  }

  private invoke(on: object | undefined, name: string, argument: unknown): void {
    try {
      (on as Record<string, ((operation: unknown, argument: unknown) => void) | undefined> | undefined)?.[name]?.(
        this,
        argument,
      );
    } catch (error) {
      reportHookError(error, this);
    }
  }

  private get self(): TimedOperation<Response, Value, Data> {
    return this as unknown as TimedOperation<Response, Value, Data>;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
