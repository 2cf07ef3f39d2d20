import type { Completion } from '../core/completion.ts';
import type { Executor } from '../core/executor.ts';
import { reportError } from '../core/report-error.ts';

/**
 * The executor of manual time. It is never idle, so that every completion waits for its turn: a step that can come before or after
 * any other.
 */
export class ManualExecutor implements Executor {
  readonly #queue: Completion[] = [];
  readonly idle: boolean = false;

  get queued(): number {
    return this.#queue.length;
  }

  submit(completion: Completion): void {
    this.#queue.push(completion);
  }

  /** Runs the completion that has waited longest. Returns whether there was one. */
  step(): boolean {
    const completion = this.#queue.shift();
    if (completion === undefined) return false;
    try {
      completion.run();
    } catch (error) {
      reportError(error);
    }
    return true;
  }

  /** Runs completions until none is queued, those included that they queue themselves. */
  drain(): void {
    while (this.step());
  }
}
