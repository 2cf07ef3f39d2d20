import type { Completion } from './completion-lane.ts';
import type { TimeoutError } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import { OperationContext } from './operation-context.ts';
import { BY_SIGNAL, COMPLETED, DECODE_BEGUN, QUEUED, RESPONDED, SUBMITTED, SUBMITTING } from './operation-flags.ts';
import { DECODING, type OperationHooks } from './operation-hooks.ts';
import type { OperationOptions } from './operation-options.ts';
import { reportHookError } from './report-error.ts';
import type { Runtime } from './runtime.ts';
import { CANCELLED, FULFILLED, loadCell, NEW, RESPONSE_RECEIVED, TIMED_OUT } from './state-cell.ts';
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
    const { observer } = runtime;
    if (observer?.start !== undefined) this.guard(() => observer.start?.(this));
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
    this.runtime.scheduler.disarm(this);
    for (let place = this.places; place !== undefined; place = place.sibling) place.leave(this.runtime);
    this.places = undefined;
    if ((this.flags & SUBMITTED) === 0 && this.ending === undefined) this.ended();
  }

  /**
   * Pass 2 of a wake: (b) tell the node, (c) take it off the transport, (d) complete; in the caller's context where hooks need that.
   * @internal
   */
  override afterTimeout(): void {
    if ((this.flags & SUBMITTING) !== 0) return;
    if (this.gate === undefined) this.finishTimeout();
    else this.gate.run(() => this.finishTimeout());
  }

  private finishTimeout(): void {
    this.announce();
    const { hooks, self, flags } = this;
    if (loadCell(this.cell) !== TIMED_OUT) this.dropDecoding();
    else if ((flags & SUBMITTED) !== 0) {
      if (hooks.describeTimeout !== undefined) {
        this.guard(() => Object.assign(this.result as TimeoutError, hooks.describeTimeout?.(self)));
      }
      if (hooks.recordTimeout !== undefined) {
        this.guard(() => hooks.recordTimeout?.(self, this.result as TimeoutError));
      }
      this.takeOff();
    }
    if (hooks.timedOut !== undefined && loadCell(this.cell) === TIMED_OUT) {
      this.guard(() => hooks.timedOut?.(self, this.result as TimeoutError));
    }
    // Always in turn: a burst of timeouts goes out within the executor's budget.
    this.complete(false);
  }

  /** @internal What a cancel does, in the canceller's context; a signal's, once every operation on that signal is decided. */
  afterCancel(): void {
    if ((this.flags & SUBMITTING) !== 0) return;
    this.announce();
    const { flags, held } = this;
    if ((flags & RESPONDED) === 0) {
      if ((flags & SUBMITTED) !== 0) this.takeOff();
    } else {
      this.held = undefined;
      if ((flags & DECODE_BEGUN) === 0) {
        this.lost({ stage: 'response', status: 'fulfilled', value: held as Response });
      }
      this.dropDecoding();
    }
    this.complete((flags & BY_SIGNAL) === 0);
  }

  private takeOff(): void {
    const { hooks, self } = this;
    if (hooks.cancelOperation !== undefined) this.guard(() => hooks.cancelOperation?.(self, this.result));
  }

  private dropDecoding(): void {
    const { hooks, self } = this;
    if (hooks.cancelDecoding !== undefined) this.guard(() => hooks.cancelDecoding?.(self, this.result));
  }

  /** @internal Submit has returned: what was decided meanwhile is acted on now. */
  protected afterSubmit(): void {
    const word = loadCell(this.cell);
    if (word === TIMED_OUT) this.afterTimeout();
    else if (word === CANCELLED) this.afterCancel();
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
    const { hooks, self } = this;
    if (hooks.complete !== undefined) this.guard(() => hooks.complete?.(self));
    deliver(this);
  }

  /** @internal Tells whoever listens of an outcome that nobody awaits any more. */
  protected lost(outcome: LateOutcome<Response | Value>): false {
    const { hooks, self } = this;
    const { observer } = this.runtime;
    if (observer?.late !== undefined) this.guard(() => observer.late?.(this, outcome));
    if (hooks.late !== undefined) {
      const run = () => this.guard(() => hooks.late?.(self, outcome));
      if (this.gate !== undefined) this.gate.run(run);
      else this.runtime.executor.submit({ run, referenced: this.referenced }, true);
    }
    return false;
  }

  /** @internal Tells the observer of the decision. */
  protected announce(): void {
    const { observer } = this.runtime;
    if (observer?.decide !== undefined) this.guard(() => observer.decide?.(this));
  }

  /** @internal Runs user code that may throw: it is reported, and changes nothing. */
  guard(hook: () => void): void {
    try {
      hook();
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
