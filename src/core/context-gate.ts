import { runAll } from './report-error.ts';

/**
 * Runs callbacks in the asynchronous context in which the gate was made. A promise reaction belongs to the context that registered it,
 * on every host: so `AsyncLocalStorage` is right in a hook that a shared timer sets off, without a word of `node:*`.
 */
export class ContextGate {
  readonly #tasks: (() => void)[] = [];
  #open: () => void = () => {};

  constructor() {
    this.#register();
  }

  /** Runs `task` as a microtask in the gate's context, in order; what it throws is reported. */
  run(task: () => void): void {
    if (this.#tasks.push(task) === 1) this.#open();
  }

  #register(): void {
    new Promise<void>((resolve) => {
      this.#open = resolve;
    }).then(this.#runAll);
  }

  readonly #runAll = (): void => {
    this.#register();
    runAll(this.#tasks);
  };
}
