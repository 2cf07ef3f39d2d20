/** What the executor runs: an operation's decode, its completion, or a hook. */
export interface Completion {
  /** Runs once, never inside the call that queued it. */
  run(): void;
  /** Whether waiting for it keeps the process alive. */
  readonly referenced: boolean;
}

/** A queue of completions: first in, first out; taking one moves none of the others. */
export class CompletionLane {
  #items: (Completion | undefined)[] = [];
  #head = 0;
  #referenced = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  /** Whether any of them keeps the process alive. */
  get referenced(): boolean {
    return this.#referenced > 0;
  }

  push(completion: Completion): void {
    this.#items.push(completion);
    if (completion.referenced) this.#referenced++;
  }

  shift(): Completion | undefined {
    const completion = this.#items[this.#head];
    if (completion === undefined) return undefined;
    if (completion.referenced) this.#referenced--;
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
    return completion;
  }
}
