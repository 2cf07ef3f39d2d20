import type { CancelSource } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import type { OperationState, Outcome } from './state-cell.ts';

/** What anybody may know of an operation. */
export interface OperationView {
  readonly name: string | undefined;
  readonly state: OperationState;
  readonly outcome: Outcome | undefined;
  /** The value of a fulfilled operation. */
  readonly value: unknown;
  /** What it rejects with: the failure, the `TimeoutError`, or the cancel reason. */
  readonly reason: unknown;
  readonly cancelSource: CancelSource | undefined;
}

/**
 * Hears of every operation on a runtime. Called in the middle of things: it must be quick, must not throw (what it throws is reported
 * and changes nothing) and must not act on the operation. Each method is looked up anew for each event, and may come and go.
 */
export interface Observer {
  /** The operation has been made; it will be submitted, or refused at the door. */
  readonly start?: ((operation: OperationView) => void) | undefined;
  /** The operation has just been decided; its completion follows on the executor. */
  readonly decide?: ((operation: OperationView) => void) | undefined;
  /** An outcome that nobody awaits any more. */
  readonly late?: ((operation: OperationView, outcome: LateOutcome) => void) | undefined;
  /** A hook threw; without this, the error goes to `reportError` or the console. */
  readonly hookError?: ((error: unknown, operation: OperationView) => void) | undefined;
}
