import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import {
  createServer,
  type DialOptions,
  dial,
  type RpcClient,
  type RpcServer,
  type ServerOptions,
} from 'timed-operation/geerpc';
import { defaultRuntime } from '../../../../src/core/runtime.ts';
import { Big, Echo, Err, Foo, serveAll } from './services.ts';

/** A client and a server on a real socket. */
export async function realServed(
  dialOptions: DialOptions = {},
  serverOptions: ServerOptions = {},
  register: (server: RpcServer) => void = (server) => serveAll(server, defaultRuntime),
): Promise<{ server: RpcServer; client: RpcClient; address: string; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer(serverOptions);
  register(server);
  const { address } = await server.listen('tcp@127.0.0.1:0');
  const client = await dial(address, { services: [Foo, Echo, Err, Big], ...dialOptions });
  return {
    server,
    client,
    address,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}

/** A TCP listener that does with its connections what it is told. */
export async function tcpPeer(
  accept: (socket: Socket) => void,
): Promise<{ address: string; sockets: Socket[]; [Symbol.asyncDispose](): Promise<void> }> {
  const sockets: Socket[] = [];
  const listener = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    accept(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    address: `tcp@127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sockets,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}
