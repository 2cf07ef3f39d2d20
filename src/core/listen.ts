import type { OperationContext } from './operation-context.ts';
import { extrasOf } from './operation-extras.ts';
import { type AbortSignalLike, listenTo, type SignalTarget } from './signal.ts';

/** The signals that a call is given: its caller's, and an outer call's. */
export interface CallerSignals {
  readonly signal?: AbortSignalLike | undefined;
  readonly within?: { readonly signal: AbortSignalLike } | undefined;
}

/** Puts an operation on its callers' signals. Returns whether one of them had aborted, which refuses it. */
export function listen(operation: OperationContext & SignalTarget, { signal, within }: CallerSignals): boolean {
  for (const each of [signal, within?.signal]) {
    if (each === undefined) continue;
    if (each.aborted) {
      if (operation.abortBySignal(each.reason)) operation.afterDecision();
      return true;
    }
    const extras = extrasOf(operation);
    extras.places = listenTo(each, operation, operation.runtime.scheduler, extras.places);
  }
  return false;
}
