import type { FlowPort } from '../node/flow-port.ts';
import { RpcError } from './rpc-error.ts';

/** System errors as Go words them. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by peer',
  EPIPE: 'broken pipe',
  ENOENT: 'no such file or directory',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
};

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
}

/** Why no connection could be made: `dial tcp 127.0.0.1:1: connect: connection refused`. */
export function dialError(network: string, address: string, cause: SystemError): RpcError {
  const { code = '', syscall = 'connect' } = cause;
  const text = Object.hasOwn(TEXTS, code) ? `${syscall}: ${TEXTS[code]}` : cause.message;
  return new RpcError('ERR_GEERPC_CONNECT', `dial ${network} ${address}: ${text}`, { cause });
}

/**
 * Why a connection is over: `EOF` when the other side ended it between messages, `unexpected EOF` inside one, else the system's
 * error as Go words it: `read tcp A->B: read: connection reset by peer`.
 */
export function connectionError({ error, local, remote }: FlowPort, insideMessage: boolean): RpcError {
  if (error === undefined) return new RpcError('ERR_GEERPC_CONNECTION', insideMessage ? 'unexpected EOF' : 'EOF');
  const { code = '', syscall = 'read' } = error as SystemError;
  const text = Object.hasOwn(TEXTS, code) ? `${syscall}: ${TEXTS[code]}` : error.message;
  const places = local === '' ? '' : ` tcp ${local}->${remote}`;
  return new RpcError('ERR_GEERPC_CONNECTION', `${syscall}${places}: ${text}`, { cause: error });
}
