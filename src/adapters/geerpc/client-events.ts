import type { TimeoutError } from '../../core/errors.ts';
import type { RpcError } from './rpc-error.ts';

/** What a client tells whoever listens. */
export interface ClientEvents {
  /** The connection is over: by `close`, or with the error that ended it. Once. */
  close: { readonly error: RpcError | undefined };
  /** The connection is given up, after this many ms without any sign of life. `close` follows. */
  retire: { readonly sinceMs: number };
  /** A call passed its limit. */
  timeout: { readonly method: string; readonly seq: number; readonly error: TimeoutError };
  /** A response came that nobody waits for any more; it was dropped. */
  late: { readonly method: string; readonly seq: number | bigint };
}
