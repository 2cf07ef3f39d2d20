/// <reference lib="esnext.disposable" preserve="true" />
import type { Completion } from './completion.ts';
import { type AnyOperation, afterDecision, haveTurn, tell } from './operation-completion.ts';
import { OperationContext } from './operation-context.ts';
import { COMPLETED } from './operation-flags.ts';
import type { AnyHooks, OperationHooks } from './operation-hooks.ts';
import type { OperationOptions } from './operation-options.ts';
import type { Runtime } from './runtime.ts';
import { NEW } from './state-cell.ts';
import { deliver, showPromise, type TimedPromise } from './timed-promise.ts';

/** How those hold an operation who are no part of its race: its adapter, by hooks, data and promise; the executor, by its turns. */
export abstract class OperationHandle<Response, Value, Data>
  extends OperationContext
  implements Completion, Disposable
{
  /** What its adapter keeps with it. */
  readonly data: Data;
  private facade: TimedPromise<Value> | undefined = undefined;

  constructor(runtime: Runtime, hooks: OperationHooks<Response, Value, Data>, data: Data, options?: OperationOptions) {
    super(runtime, options?.name, hooks as AnyHooks, options?.cell ?? NEW, options?.ref ?? true);
    this.data = data;
    tell(this.self, 'start');
  }

  /** The native promise that shows this operation; always the same one. */
  promise(): TimedPromise<Value> {
    this.facade ??= showPromise(this.self);
    if ((this.flags & COMPLETED) !== 0) deliver(this);
    return this.facade;
  }

  /** Leaving the scope of `using` or `await using` gives it up, and no longer awaits its promise. */
  [Symbol.dispose](): void {
    this.facade?.then(undefined, () => {});
    this.self.cancel();
  }

  /** @internal Its turn on the executor. */
  run(): void {
    haveTurn(this.self);
  }

  /** @internal What follows from its decision. */
  afterDecision(): void {
    afterDecision(this.self);
  }

  private get self(): AnyOperation {
    return this as unknown as AnyOperation;
  }
}
