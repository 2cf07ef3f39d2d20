import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listenTcp } from '../../../src/adapters/node/tcp-server.ts';

const BLOCK = new Uint8Array(1024 * 1024);

test('while the other side does not read, nothing more is read from it, and nothing of either direction is lost', async () => {
  let received = 0;
  let sent = 0;
  const server = await listenTcp({}, (port) => {
    port.onData = (bytes) => {
      received += bytes.length;
      // More than the sockets of either side hold.
      for (let i = 0; i < 16; i++) port.write(BLOCK);
      sent += 16 * BLOCK.length;
    };
    port.onEnd = () => port.end();
  });
  const socket = connect(server.port, server.host);
  await once(socket, 'connect');
  socket.pause();
  for (let i = 0; i < 10; i++) {
    socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(received).toBeLessThan(10);
  let read = 0;
  socket.on('data', (bytes: Buffer) => {
    read += bytes.length;
  });
  socket.resume();
  socket.end();
  await once(socket, 'close');
  expect(received).toBe(10);
  expect(read).toBe(sent);
  await server.close();
});

test('a connection that breaks says so once', async () => {
  const closed: number[] = [];
  const server = await listenTcp({}, (port) => {
    port.onData = () => port.destroy();
    port.onClose = () => closed.push(1);
  });
  const socket = connect(server.port, server.host);
  socket.on('error', () => undefined);
  socket.write('x');
  await once(socket.resume(), 'close');
  await server.close();
  expect(closed).toEqual([1]);
});
