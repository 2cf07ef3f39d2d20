import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { FlowPort } from './flow-port.ts';

/** How long a connection may be silent before the system asks whether the other side is still there: ms. */
const KEEP_ALIVE_MS = 15_000;

/** A socket, connected or about to be, as a flow port. */
export function flowSocket(socket: Socket): FlowPort {
  const idle = (): void => undefined;
  let error: Error | undefined;
  let [local, remote] = placesOf(socket);
  const port: FlowPort = {
    write: (bytes) => socket.destroyed || socket.write(bytes),
    end: () => {
      socket.end();
    },
    destroy: () => {
      socket.destroy();
    },
    pause: () => {
      socket.pause();
    },
    resume: () => {
      socket.resume();
    },
    soon: nextTick,
    onOpen: idle,
    onData: idle,
    onDrain: idle,
    onEnd: idle,
    onClose: idle,
    get error() {
      return error;
    },
    get local() {
      return local;
    },
    get remote() {
      return remote;
    },
  };
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on('connect', () => {
    [local, remote] = placesOf(socket);
    port.onOpen();
  });
  socket.on('data', (bytes) => port.onData(bytes));
  socket.on('drain', () => port.onDrain());
  socket.on('end', () => port.onEnd());
  socket.on('error', (reason) => {
    error = reason;
  });
  socket.on('close', () => port.onClose());
  return port;
}

function placesOf(socket: Socket): [local: string, remote: string] {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  return [place(localAddress, localPort), place(remoteAddress, remotePort)];
}

function place(address: string | undefined, port: number | undefined): string {
  if (address === undefined) return '';
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
