import { Foreign } from './foreign.ts';
import type { Place } from './place.ts';
import type { Runtime } from './runtime.ts';
import type { Scheduler } from './scheduler.ts';
import { NodeList, unlink, type WheelLink } from './wheel.ts';

/** What the core needs of a caller's `AbortSignal`: the platform's own, or anything that behaves like it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The platform's `AbortSignal` type where one is known (DOM or Node types), {@link AbortSignalLike} elsewhere. */
export type WorkSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal extends AbortSignalLike };
}
  ? Signal
  : AbortSignalLike;

/** @internal */
export interface WorkController {
  readonly signal: WorkSignal;
  abort(reason: unknown): void;
}

/** Makes the signal that a work is given. */
export function createWorkController(): WorkController {
  const { AbortController } = globalThis as unknown as { AbortController: new () => WorkController };
  return new AbortController();
}

/** What is cancelled when a signal aborts: decided first, hooks only after every other operation on that signal has been decided. */
export interface SignalTarget {
  /** Tries to win; no user code runs here. Returns whether it won. */
  abortBySignal(reason: unknown): boolean;
  /** What a cancel does. Never throws. */
  afterCancel(): void;
}

/** One operation's place on a signal. */
export class SignalEntry implements WheelLink, Place {
  next: WheelLink | null = null;
  prev: WheelLink | null = null;
  sibling: Place | undefined = undefined;
  readonly link: SignalLink;
  readonly target: SignalTarget;

  constructor(link: SignalLink, target: SignalTarget) {
    this.link = link;
    this.target = target;
  }

  leave(runtime: Runtime): void {
    if (this.next === null) return;
    unlink(this);
    this.link.left(runtime.scheduler);
  }
}

class SignalStamp extends Foreign {
  readonly #link: SignalLink = new SignalLink();

  static linkOf(signal: object): SignalLink {
    if (!(#link in signal)) new SignalStamp(signal);
    return (signal as SignalStamp).#link;
  }
}

/**
 * The one listener that this package keeps on a caller's signal, however many operations wait on it. When the last of them is
 * decided it goes at the end of that turn of the event loop, if it is still unused: sequential operations share it.
 */
export class SignalLink {
  readonly #entries: NodeList = new NodeList();
  #signal: AbortSignalLike | undefined;
  #scheduler: Scheduler | undefined;
  #sweeping = false;

  /** Subscribes `target` to a signal that is not aborted. */
  static add(signal: AbortSignalLike, target: SignalTarget, scheduler: Scheduler): SignalEntry {
    const link = SignalStamp.linkOf(signal);
    if (link.#signal === undefined) {
      signal.addEventListener('abort', link.#onAbort);
      link.#signal = signal;
      link.#scheduler = scheduler;
      scheduler.listeners++;
    }
    const entry = new SignalEntry(link, target);
    link.#entries.append(entry);
    return entry;
  }

  /** An entry has left: if it was the last, the listener goes at the end of the turn. */
  left(scheduler: Scheduler): void {
    if (this.#sweeping || !this.#entries.empty) return;
    this.#sweeping = true;
    scheduler.endOfTurn(this.#sweep);
  }

  readonly #sweep = (): void => {
    this.#sweeping = false;
    if (this.#entries.empty) this.#stopListening();
  };

  #stopListening(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (this.#scheduler !== undefined) this.#scheduler.listeners--;
    this.#signal = undefined;
    this.#scheduler = undefined;
  }

  readonly #onAbort = (): void => {
    const reason = this.#signal?.reason;
    this.#stopListening();
    const won: SignalTarget[] = [];
    for (let link = this.#entries.next; link !== this.#entries; link = this.#entries.next) {
      unlink(link);
      const { target } = link as SignalEntry;
      if (target.abortBySignal(reason)) won.push(target);
    }
    for (const target of won) target.afterCancel();
  };
}
