import type { AbortSignalLike } from '../core/signal.ts';

/** A caller's abort signal in an explored run: it counts its listeners, and costs no platform event. */
export class RaceSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  onabort: (() => void) | null = null;
  #listeners: (() => void)[] = [];

  /** How many listeners it holds. */
  get listeners(): number {
    return this.#listeners.length;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Aborts it; a listener that throws does not stop the next. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    let thrown: { readonly error: unknown } | undefined;
    for (const listener of this.onabort === null ? listeners : [this.onabort, ...listeners]) {
      try {
        listener();
      } catch (error) {
        thrown = { error };
      }
    }
    if (thrown !== undefined) throw thrown.error;
  }
}
