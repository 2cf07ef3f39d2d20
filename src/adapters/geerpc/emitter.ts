import { runReported } from '../../core/report-error.ts';

/** Listeners by event. What a listener throws is reported and stops nobody; without a listener an event is nothing. */
export class Emitter<Events extends object> {
  readonly #listeners: Map<keyof Events, Set<(event: never) => void>> = new Map();

  /** Returns what takes the listener off again. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      runReported(() => (listener as (event: Events[Name]) => void)(event));
    }
  }
}
