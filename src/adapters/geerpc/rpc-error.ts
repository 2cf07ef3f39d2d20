/**
 * - `ERR_GEERPC_REMOTE`: the server answered with this error; the message is its text, unchanged.
 * - `ERR_GEERPC_SHUTDOWN`: the client is closed, or its connection is gone: nothing was sent.
 * - `ERR_GEERPC_CONNECTION`: the connection ended, broke or was retired before the response came.
 * - `ERR_GEERPC_CONNECT`: no connection could be made, or the peer's handshake was not GeeRPC's.
 * - `ERR_GEERPC_ENCODE`: the argument cannot be encoded; nothing was sent.
 * - `ERR_GEERPC_DECODE`: the response's body is not of the expected type; other calls are not touched.
 * - `ERR_GEERPC_PROTOCOL`: bytes that are not GeeRPC; the connection has to be given up.
 * - `ERR_GEERPC_BUSY`: more calls wait than the client's limits allow; nothing was sent.
 * - `ERR_GEERPC_SERVICE`: a service that cannot be registered.
 */
export type RpcErrorCode =
  | 'ERR_GEERPC_REMOTE'
  | 'ERR_GEERPC_SHUTDOWN'
  | 'ERR_GEERPC_CONNECTION'
  | 'ERR_GEERPC_CONNECT'
  | 'ERR_GEERPC_ENCODE'
  | 'ERR_GEERPC_DECODE'
  | 'ERR_GEERPC_PROTOCOL'
  | 'ERR_GEERPC_BUSY'
  | 'ERR_GEERPC_SERVICE';

/** The error of the adapter, beside the core's `TimeoutError` and `CancelledError`. */
export class RpcError extends Error {
  static {
    Object.assign(RpcError.prototype, { name: 'RpcError' });
  }

  readonly code: RpcErrorCode;
  /** The call that it is the error of, as `Service.Method`; none where it is a connection's, or a server's. The message is Go's, and does not say. */
  method?: string;

  constructor(code: RpcErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

/** The same error, of that call. */
export function errorOf(method: string, error: RpcError): RpcError {
  error.method = method;
  return error;
}

/** What a call on a closed client fails with. */
export function shutdownError(cause?: unknown): RpcError {
  return new RpcError('ERR_GEERPC_SHUTDOWN', 'connection is shut down', cause === undefined ? undefined : { cause });
}
