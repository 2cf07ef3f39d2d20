import { type AddressInfo, createServer } from 'node:net';
import type { BytePort } from './byte-port.ts';
import { socketPort } from './socket-port.ts';

export interface TcpServerOptions {
  /** 0 takes a free one. Default 0. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
}

/** A listening TCP server. */
export interface TcpServer {
  readonly host: string;
  readonly port: number;
  /** Stops listening; connections stay. Fulfils once the port is free. */
  close(): Promise<void>;
}

/** Listens and hands every connection to `accept`. Rejects if the address cannot be had. */
export function listenTcp(options: TcpServerOptions, accept: (port: BytePort) => void): Promise<TcpServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const server = createServer({ allowHalfOpen: true }, (socket) => accept(socketPort(socket)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { port: taken } = server.address() as AddressInfo;
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
        });
      resolve({ host, port: taken, close });
    });
  });
}
