import type { AbortSignalLike } from './signal.ts';

/** The platform's `AbortSignal` type where one is known (DOM or Node types), {@link AbortSignalLike} elsewhere. */
export type WorkSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal extends AbortSignalLike } }
  ? Signal
  : AbortSignalLike;

/** What makes the signal that a work is given, and aborts it. */
export interface WorkController {
  readonly signal: WorkSignal;
  abort(reason: unknown): void;
}

/** A new one, of the platform's. */
export function createWorkController(): WorkController {
  return new (globalThis as unknown as { AbortController: new () => WorkController }).AbortController();
}
