import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { pacedPort } from '../../../../src/adapters/arcus/testing/paced-port.ts';
import type { FlowPort } from '../../../../src/adapters/node/flow-port.ts';
import { listenFlow } from '../../../../src/adapters/node/listen-flow.ts';

const BLOCK = new Uint8Array(1024 * 1024);

test('while the other side does not read, nothing more is read from it, and nothing of either direction is lost', async () => {
  let received = 0;
  let sent = 0;
  const accept = (accepted: FlowPort): void => {
    const port = pacedPort(accepted);
    port.onData = (bytes) => {
      received += bytes.length;
      // More than the sockets of either side hold.
      for (let i = 0; i < 16; i++) port.write(BLOCK);
      sent += 16 * BLOCK.length;
    };
    port.onEnd = () => port.end();
  };
  const server = await listenFlow({ host: '127.0.0.1', port: 0 }, { accept });
  const socket = connect(Number(server.address.split(':')[1]), '127.0.0.1');
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
