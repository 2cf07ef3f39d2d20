import type { TimeoutError } from './errors.ts';
import type { LateOutcome } from './late-outcome.ts';
import type { TimedOperation } from './timed-operation.ts';

/** Returned by a `decode` hook that will call `operation.decoded` or `operation.decodeFailed` itself. */
export const DECODING: unique symbol = Symbol('timed-operation.DECODING');

/**
 * What an adapter does at the turns of the race: one object for all its operations, each of which carries its own `data`. All hooks
 * may throw; that is reported, and changes nothing else.
 */
export interface OperationHooks<Response, Value, Data> {
  /** Takes the operation off the transport: it timed out, was cancelled while waiting, or either during `submit`. Once at most. */
  cancelOperation?(operation: TimedOperation<Response, Value, Data>, reason: unknown): void;
  /** Cancelled, or out of time, while its response was being decoded: the transport is to be left alone. Once at most. */
  cancelDecoding?(operation: TimedOperation<Response, Value, Data>, reason: unknown): void;
  /** Tells the node that one of its operations timed out; before `cancelOperation`. It may put `stage`, `written` and `node` on the error. */
  recordTimeout?(operation: TimedOperation<Response, Value, Data>, error: TimeoutError): void;
  /** The last word on a timeout before its completion; for an operation that was refused at the door, too. */
  timedOut?(operation: TimedOperation<Response, Value, Data>, error: TimeoutError): void;
  /** Turns a response into a value, on the executor, outside the timeout. Without it the response is the value. */
  decode?(
    response: Response,
    operation: TimedOperation<Response, Value, Data>,
  ): Value | PromiseLike<Value> | typeof DECODING;
  /** How long an asynchronous decode may take, in ms; for ever when undefined. Past it the operation fails; no node is told. */
  decodeTimeout?(operation: TimedOperation<Response, Value, Data>): number | undefined;
  /** Hears of an outcome that nobody awaits any more. */
  late?(operation: TimedOperation<Response, Value, Data>, outcome: LateOutcome<Response | Value>): void;
  /** Runs the decided outcome out, on the executor, before the promise of `operation.promise()` if there is one. */
  complete?(operation: TimedOperation<Response, Value, Data>): void;
}

/** The same hooks where it does not matter what they are of. */
export type AnyHooks = {
  readonly [Name in keyof OperationHooks<never, never, never>]?: (first: unknown, second?: unknown) => unknown;
};
