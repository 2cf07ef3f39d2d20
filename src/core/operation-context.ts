import { ContextGate } from './context-gate.ts';
import { CancelledError, type CancelSource, withoutStack } from './errors.ts';
import type { OperationView } from './observer.ts';
import { BY_ADAPTER, BY_SIGNAL, ENDED, NEEDS_STACK } from './operation-flags.ts';
import { OperationLimit } from './operation-limit.ts';
import type { Place } from './place.ts';
import type { Runtime } from './runtime.ts';
import { createWorkController, type WorkController, type WorkSignal } from './signal.ts';
import {
  CANCELLED,
  FULFILLED,
  loadCell,
  type OperationState,
  type Outcome,
  outcomeOf,
  type StateCell,
  stateOf,
  TIMED_OUT,
  WAITING_RESPONSE,
} from './state-cell.ts';

/**
 * What an operation carries besides the race and its limit: what became of it, its work's signal, who awaits it. It is also the
 * context that its work is given, so that a call is one object.
 */
export abstract class OperationContext extends OperationLimit implements OperationView {
  /** @internal The work until it is begun; the response until it is decoded; a fallback's value after a timeout. */
  held: unknown = undefined;
  /** @internal The value or the reason, once decided. */
  result: unknown = undefined;
  /** @internal Where it is listed while undecided. */
  places: Place | undefined = undefined;
  /** @internal Made when the work first reads its signal. */
  controller: WorkController | undefined = undefined;
  /** @internal Only where user callbacks need their context back. */
  gate: ContextGate | undefined = undefined;
  /** @internal The native resolver of the promise that shows this operation, if one does. */
  resolve: ((value: unknown) => void) | undefined = undefined;
  /** @internal Who waits for the end of the work; or the promise whose end that is, where others share it. */
  ending: (() => void) | Promise<unknown> | undefined = undefined;

  // Spelled out: an implicit constructor is compiled to one that spreads its arguments.
  constructor(runtime: Runtime, name: string | undefined, cell: StateCell, referenced: boolean) {
    super(runtime, name, cell, referenced);
  }

  get state(): OperationState {
    return stateOf(loadCell(this.cell));
  }

  get outcome(): Outcome | undefined {
    return outcomeOf(loadCell(this.cell));
  }

  get value(): unknown {
    return loadCell(this.cell) === FULFILLED ? this.result : undefined;
  }

  get reason(): unknown {
    return loadCell(this.cell) > FULFILLED ? this.result : undefined;
  }

  get cancelSource(): CancelSource | undefined {
    if (loadCell(this.cell) !== CANCELLED) return undefined;
    if ((this.flags & BY_SIGNAL) !== 0) return 'signal';
    return (this.flags & BY_ADAPTER) !== 0 ? 'internal' : 'caller';
  }

  /** Aborts when the operation times out or is cancelled, with that error as its reason; never after a success. */
  get signal(): WorkSignal {
    if (this.controller === undefined) {
      this.gate ??= new ContextGate();
      this.controller = createWorkController();
      if (this.over()) this.controller.abort(this.result);
    }
    return this.controller.signal;
  }

  /**
   * For work that blocks or spins: looks at the clock itself. Past the limit it plays the timeout, and throws that error; after a
   * cancel it throws the reason.
   * @throws the operation's `TimeoutError`, or the reason of its cancel.
   */
  throwIfExpired(): void {
    if (loadCell(this.cell) <= WAITING_RESPONSE) {
      const now = this.runtime.clock.now();
      if (now >= (this.limits?.dueAt ?? this.at) && this.expire(now)) this.afterTimeout();
    }
    if (this.over()) throw this.result;
  }

  /** When the work has really ended, in time or late, or was never begun; always fulfils. */
  get finished(): Promise<void> {
    return new Promise((resolve) => {
      const { ending } = this;
      const done = () => resolve();
      if ((this.flags & ENDED) !== 0) done();
      else if (typeof ending === 'object') ending.then(done, done);
      else {
        this.ending = () => {
          ending?.();
          done();
        };
      }
    });
  }

  /** @internal The response or the failure has come, or never will. */
  ended(): void {
    const { ending } = this;
    this.flags |= ENDED;
    this.ending = undefined;
    if (typeof ending === 'function') ending();
  }

  /** @internal What a cancel rejects with. */
  protected cancelledError(source: CancelSource, cause: unknown): CancelledError {
    this.flags |= source === 'internal' ? BY_ADAPTER | NEEDS_STACK : NEEDS_STACK;
    return withoutStack(() => new CancelledError(source, cause, this.name));
  }

  private over(): boolean {
    const word = loadCell(this.cell);
    return word === TIMED_OUT || word === CANCELLED;
  }
}
