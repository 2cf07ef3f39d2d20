import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { FlowPort } from '../../../src/adapters/node/flow-port.ts';
import { listenFlow } from '../../../src/adapters/node/listen-flow.ts';

test('a connection that breaks says so once', async () => {
  const closed: number[] = [];
  const accept = (port: FlowPort): void => {
    port.onData = () => port.destroy();
    port.onClose = () => closed.push(1);
  };
  const server = await listenFlow({ host: '127.0.0.1', port: 0 }, { accept });
  const socket = connect(Number(server.address.split(':')[1]), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('x');
  await once(socket.resume(), 'close');
  await server.close();
  expect(closed).toEqual([1]);
});
