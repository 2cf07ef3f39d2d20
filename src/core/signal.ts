import { Foreign } from './foreign.ts';
import { Place } from './place.ts';
import type { Scheduler } from './scheduler.ts';
import { NodeList } from './wheel.ts';

/** What the core needs of a caller's `AbortSignal`: the platform's own, or anything that behaves like it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What is cancelled when a signal aborts: decided first, hooks only after every other operation on that signal has been decided. */
export interface SignalTarget {
  /** Tries to win; no user code runs here. Returns whether it won. */
  abortBySignal(reason: unknown): boolean;
  /** What a cancel does. Never throws. */
  afterDecision(): void;
}

/**
 * A caller's signal, stamped with the one listener that this package keeps on it, however many operations wait. When the last of them
 * is decided the listener goes at the end of that turn of the event loop, if it is still unused: sequential operations share it.
 */
class ListenedSignal extends Foreign {
  readonly #places: NodeList = new NodeList();
  /** Who counts the listener, while there is one. */
  #scheduler: Scheduler | undefined;
  #sweeping = false;

  static add(
    signal: AbortSignalLike,
    target: SignalTarget,
    scheduler: Scheduler,
    sibling?: Place<unknown>,
  ): Place<SignalTarget> {
    if (!(#places in signal)) new ListenedSignal(signal);
    const listened = signal as AbortSignalLike & ListenedSignal;
    if (!listened.#scheduler) {
      listened.addEventListener('abort', listened.#onAbort);
      listened.#scheduler = scheduler;
      scheduler.listeners++;
    }
    const place = new Place(target, sibling, listened.#left);
    listened.#places.append(place);
    return place;
  }

  readonly #left = (scheduler: Scheduler): void => {
    if (this.#sweeping || !this.#places.empty) return;
    this.#sweeping = true;
    scheduler.endOfTurn(() => {
      this.#sweeping = false;
      if (this.#places.empty) this.#stopListening();
    });
  };

  #stopListening(): void {
    if (!this.#scheduler) return;
    this.#scheduler.listeners--;
    this.#scheduler = undefined;
    (this as unknown as AbortSignalLike).removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    const { reason } = this as unknown as AbortSignalLike;
    this.#stopListening();
    const won: SignalTarget[] = [];
    for (let place = this.#places.shift(); place; place = this.#places.shift()) {
      const { listed } = place as unknown as Place<SignalTarget>;
      if (listed.abortBySignal(reason)) won.push(listed);
    }
    for (const target of won) target.afterDecision();
  };
}

/** Puts `target` on a signal that is not aborted yet; `sibling` is the place it has elsewhere. */
export const listenTo: typeof ListenedSignal.add = ListenedSignal.add;
