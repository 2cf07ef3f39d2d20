import type { AbortSignalLike } from '../core/signal.ts';

/** What a listener is given of the platform's event. */
interface AbortEventLike {
  readonly type: string;
  readonly target: RaceSignal;
  readonly currentTarget: RaceSignal;
}

type Listener = ((event: AbortEventLike) => void) | { handleEvent(event: AbortEventLike): void };

/** A caller's abort signal in an explored run: it counts its listeners, and costs no platform event. */
export class RaceSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown = undefined;
  onabort: Listener | null = null;
  #listeners: Listener[] = [];

  /** How many listeners it holds. */
  get listeners(): number {
    return this.#listeners.length;
  }

  addEventListener(_type: 'abort', listener: Listener): void {
    if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
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
        // As the platform calls them: the code under test may ask the event for its signal.
        const event = { type: 'abort', target: this, currentTarget: this };
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      } catch (error) {
        thrown = { error };
      }
    }
    if (thrown !== undefined) throw thrown.error;
  }
}
