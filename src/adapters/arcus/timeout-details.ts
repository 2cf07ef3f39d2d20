import { isTimeoutError, type TimeoutError } from '../../core/errors.ts';
import { commandText } from './command-text.ts';
import { keyOf } from './key-of.ts';
import type { PipelineStage } from './pipeline.ts';
import type { RequestOperation } from './request.ts';

/** What a timeout of a cache operation says besides `kind`, `limitMs`, `elapsedMs` and `lateByMs`. */
export interface ArcusTimeoutDetails {
  /** The command, such as `get` or `bop insert`. */
  readonly command: string;
  readonly key: string | undefined;
  readonly node: string;
  readonly stage: PipelineStage;
  /** Whether its request had been handed to the connection: then the server may carry it out, or have done so. */
  readonly written: boolean;
  /** Operations of the node that waited to be written, and that were written and not answered. */
  readonly queued: number;
  readonly inFlight: number;
  /** Timeouts of the node in a row, this one included. */
  readonly continuousTimeouts: number;
}

/** A timeout of a cache operation: told from others by {@link isArcusTimeoutError}. */
export type ArcusTimeoutError = TimeoutError & ArcusTimeoutDetails;

export function isArcusTimeoutError(error: unknown): error is ArcusTimeoutError {
  return isTimeoutError(error) && 'continuousTimeouts' in error;
}

/** Puts the details on a timeout, and into its message. */
export function describeTimeout(error: TimeoutError, operation: RequestOperation, stage: PipelineStage): void {
  const { node, command } = operation.data;
  const details: ArcusTimeoutDetails = {
    command: command.type,
    key: keyOf(command),
    node: node.address,
    stage,
    written: stage !== 'queued' || operation.data.again,
    queued: node.queued,
    inFlight: node.inFlight,
    continuousTimeouts: node.continuousTimeouts,
  };
  Object.assign(error, details);
  const { queued, inFlight, continuousTimeouts } = details;
  error.message =
    `${commandText(command)} timed out after ${Math.round(error.elapsedMs * 10) / 10} ms ` +
    `(limit ${error.limitMs} ms, ${error.kind}) on ${node.address}: ${stage}, ${details.written ? '' : 'not '}written; ` +
    `${queued} queued, ${inFlight} in flight, ${continuousTimeouts} timeouts in a row`;
}
