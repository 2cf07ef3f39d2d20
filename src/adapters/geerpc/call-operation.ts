import { CancelledError, type TimeoutError } from '../../core/errors.ts';
import { ended } from '../../core/operation-completion.ts';
import type { OperationHooks } from '../../core/operation-hooks.ts';
import type { TimedOperation } from '../../core/timed-operation.ts';
import type { ClientConnection } from './client-connection.ts';
import type { PreparedMessage } from './codec.ts';
import type { Method } from './contract.ts';

/** What the connection keeps of a call. */
export class PendingCall {
  readonly connection: ClientConnection;
  readonly method: string;
  readonly types: Method;
  /** Until they are encoded. */
  args: unknown;
  /** Its number on the connection; 0 until it is encoded. */
  seq = 0;
  /** Until it is sent. */
  prepared: PreparedMessage | undefined = undefined;
  /** When it was given to the socket: ms of the runtime's clock. */
  sentAt: number | undefined = undefined;
  /** Its place in the outbox. */
  queued = false;
  before: CallOperation | undefined = undefined;
  behind: CallOperation | undefined = undefined;

  constructor(connection: ClientConnection, method: string, types: Method, args: unknown) {
    this.connection = connection;
    this.method = method;
    this.types = types;
    this.args = args;
  }

  /** Bytes that wait to be sent. */
  get size(): number {
    return this.prepared?.bytes.length ?? 0;
  }
}

/** A call. Its response is the decoded body: that is decoded as soon as its last byte is here, when no limit can pass any more. */
export type CallOperation = TimedOperation<unknown, unknown, PendingCall>;

/** What a call does at the turns of its race. */
export const CALL_HOOKS: OperationHooks<unknown, unknown, PendingCall> = {
  recordTimeout(call, error) {
    call.data.connection.timedOut(call, error);
  },

  cancelOperation(call, reason) {
    call.data.connection.forget(call);
    if (reason instanceof CancelledError) reason.message = cancelText(reason);
    // Nothing of it is left here: a response that still comes is nobody's.
    ended(call);
  },

  timedOut(_call, error: TimeoutError) {
    error.message = 'rpc client: call failed: context deadline exceeded';
  },
};

function cancelText({ source, cause }: CancelledError): string {
  return source === 'internal' && cause instanceof Error ? cause.message : 'rpc client: call failed: context canceled';
}
