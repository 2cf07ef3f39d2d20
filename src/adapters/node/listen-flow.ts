import { type AddressInfo, createServer } from 'node:net';
import type { ConnectTarget } from './connect-flow.ts';
import type { FlowPort } from './flow-port.ts';
import { flowSocket } from './flow-socket.ts';

/** Something that accepts connections. */
export interface Listener {
  /** `host:port`, with the port really taken; or the path. */
  readonly address: string;
  /** Stops listening; connections stay. Fulfils once the address is free for others. */
  close(): Promise<void>;
}

/** Hears what happens to a listener. */
export interface ListenHandlers {
  readonly accept: (port: FlowPort) => void;
  /** It could not accept a connection (no file descriptors left, say). It listens on. Without this, the error is thrown. */
  readonly error?: (error: Error) => void;
}

/** Listens at `target` (port 0 takes a free one) and hands every connection over. Rejects if the address cannot be had. */
export function listenFlow(target: ConnectTarget, { accept, error }: ListenHandlers): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true }, (socket) => accept(flowSocket(socket)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...target }, () => {
      server.off('error', reject);
      if (error !== undefined) server.on('error', error);
      const taken = server.address() as AddressInfo | string;
      const address = typeof taken === 'string' ? taken : `${bracketed(taken.address)}:${taken.port}`;
      const close = (): Promise<void> => new Promise((done) => server.close(() => done()));
      resolve({ address, close });
    });
  });
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
