import type { OperationView } from '../core/observer.ts';

/** What a call is: an operation, or a promise. */
export type CallOutcome = OperationView | PromiseLike<unknown>;

/** One call as its caller saw it: between `start` and `end` it took effect, if it did. */
export interface HistoryCall {
  readonly name: string;
  readonly input: unknown;
  readonly start: number;
  /** Infinity while it is open. */
  end: number;
  /** `open`: timed out, cancelled or never answered; it may have taken effect, or not. */
  status: 'open' | 'fulfilled' | 'rejected';
  output: unknown;
}

/** The calls of one run, in the order in which they began and ended. */
export class CallHistory {
  readonly calls: HistoryCall[] = [];
  #open: { readonly call: HistoryCall; readonly operation: OperationView }[] = [];
  #time = 0;

  clear(): void {
    if (this.calls.length === 0) return;
    this.calls.length = 0;
    this.#open = [];
    this.#time = 0;
  }

  add(name: string, input: unknown, outcome: CallOutcome): void {
    const call: HistoryCall = {
      name,
      input,
      start: this.#time++,
      end: Number.POSITIVE_INFINITY,
      status: 'open',
      output: undefined,
    };
    this.calls.push(call);
    if ('then' in outcome) {
      outcome.then(
        (value) => this.#close(call, 'fulfilled', value),
        (reason) => this.#close(call, 'rejected', reason),
      );
    } else this.#open.push({ call, operation: outcome });
  }

  /** A step is over: closes the calls whose operations were decided in it. */
  step(): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter(({ call, operation }) => {
      const { outcome } = operation;
      if (outcome === undefined) return true;
      if (outcome === 'fulfilled') this.#close(call, 'fulfilled', operation.value);
      else if (outcome === 'failed') this.#close(call, 'rejected', operation.reason);
      return false;
    });
  }

  #close(call: HistoryCall, status: 'fulfilled' | 'rejected', output: unknown): void {
    call.end = this.#time++;
    call.status = status;
    call.output = output;
  }
}
