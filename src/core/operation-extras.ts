import type { ContextGate } from './context-gate.ts';
import type { Ending } from './ending.ts';
import type { Limits } from './limits.ts';
import type { Place } from './place.ts';
import type { WorkController } from './work-signal.ts';

/** What few operations have. Apart from them, since of those that wait there may be many. */
export class OperationExtras {
  /** Only where there is more than one limit, or one that moves. */
  limits: Limits | undefined = undefined;
  /** Where it is listed while undecided. */
  places: Place<unknown> | undefined = undefined;
  /** Made when the work first reads its signal. */
  controller: WorkController | undefined = undefined;
  /** Only where user callbacks need their context back. */
  gate: ContextGate | undefined = undefined;
  /** Who waits for the end of the work; or the promise whose end that is, where others share it. */
  ending: Ending | Promise<unknown> | undefined = undefined;
}

/** An operation's, made when it first needs them. */
export function extrasOf(operation: { extras: OperationExtras | undefined }): OperationExtras {
  operation.extras ??= new OperationExtras();
  return operation.extras;
}
