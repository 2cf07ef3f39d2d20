import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Accepts connections and never says a word. */
export async function silentListener(): Promise<{ address: string; accepted(): number; stop(): Promise<void> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => sockets.length,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
