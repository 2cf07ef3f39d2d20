import type { Socket } from 'node:net';
import type { BytePort } from './byte-port.ts';

/** A socket as a byte port. While the other side does not read what was written, nothing is read from it either, so that what waits stays bounded. */
export function socketPort(socket: Socket): BytePort {
  const port: BytePort = {
    write: (bytes) => {
      if (!socket.destroyed && !socket.write(bytes)) socket.pause();
    },
    end: () => socket.end(),
    destroy: () => socket.destroy(),
    onData: () => undefined,
    onEnd: () => undefined,
    onClose: () => undefined,
  };
  socket.setNoDelay(true);
  socket.on('drain', () => socket.resume());
  socket.on('data', (bytes) => port.onData(bytes));
  socket.on('end', () => port.onEnd());
  // An error is always followed by 'close', which is what the owner of the port acts on.
  socket.on('error', () => undefined);
  socket.on('close', () => port.onClose());
  return port;
}
