import type { AbortSignalLike } from 'timed-operation';

/** A caller's signal that shows how many listeners it holds. */
export class RaceSignal implements AbortSignalLike {
  aborted: boolean;
  readonly reason = 'aborted';
  readonly listeners: Set<() => void> = new Set();

  constructor(aborted: boolean) {
    this.aborted = aborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of [...this.listeners]) listener();
  }
}
