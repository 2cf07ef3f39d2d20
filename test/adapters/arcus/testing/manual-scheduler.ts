import type { ServerClock, ServerScheduler } from 'timed-operation/arcus/testing';

/** Time that moves when told, with what waits for it. */
export class ManualScheduler implements ServerScheduler, ServerClock {
  #now = 0;
  #entries: { readonly at: number; readonly task: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): { cancel(): void } {
    const entry = { at: this.#now + ms, task };
    this.#entries.push(entry);
    return {
      cancel: () => {
        this.#entries = this.#entries.filter((other) => other !== entry);
      },
    };
  }

  get waiting(): number {
    return this.#entries.length;
  }

  /** Moves on, task by task. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#entries.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#entries = this.#entries.filter((entry) => entry !== due);
      this.#now = Math.max(this.#now, due.at);
      due.task();
    }
    this.#now = end;
  }
}
