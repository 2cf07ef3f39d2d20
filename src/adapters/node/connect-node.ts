import { isIP } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { connectFlow } from './connect-flow.ts';
import type { FlowPort } from './flow-port.ts';
import { flowSocket } from './flow-socket.ts';

/** What `tls.connect` takes, but for the address. */
export type TlsOptions = Omit<ConnectionOptions, 'host' | 'port' | 'path' | 'socket'>;

/**
 * How to connect to `host:port` (an IPv6 host in brackets), by TCP or TLS.
 * @throws TypeError if it is no such address.
 */
export function connectNode(address: string, tls: TlsOptions | undefined): () => FlowPort {
  const { host, port } = parseAddress(address);
  if (tls === undefined) return () => connectFlow({ host, port });
  // A server is asked for by name, and an IP address is none.
  const named = isIP(host) === 0 ? { servername: host } : {};
  return () => flowSocket(connect({ ...named, ...tls, host, port }));
}

function parseAddress(address: string): { host: string; port: number } {
  const match = typeof address === 'string' ? /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(address) : null;
  const port = Number(match?.[3]);
  if (match === null || port < 1 || port > 65_535) {
    throw new TypeError(`address must be 'host:port', not ${String(address)}`);
  }
  return { host: (match[1] ?? match[2]) as string, port };
}
