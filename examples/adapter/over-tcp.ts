import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Deadline } from 'timed-operation';
import { LineClient } from './line-client.ts';
import { LineDecoder } from './line-decoder.ts';
import type { LinePort } from './line-port.ts';

let answerSlow = (): void => {};
const slowly = new Promise<void>((resolve) => {
  answerSlow = resolve;
});

/** It answers in capitals, in order; ERROR to `bad`, to `slow` when it is told to, and never to `never`. */
const server = createServer((socket) => {
  const lines = new LineDecoder();
  let turn = Promise.resolve();
  const answer = async (key: string) => {
    if (key === 'slow') await slowly;
    if (key === 'never') return;
    socket.write(key === 'bad' ? 'ERROR no such key\n' : `${key.toUpperCase()}\n`);
  };
  socket.on('data', (bytes) => {
    for (const key of lines.push(bytes)) turn = turn.then(() => answer(key));
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');

function portOf(socket: Socket): LinePort {
  const port: LinePort = {
    ondata: undefined,
    onclose: undefined,
    write: (bytes) => socket.write(bytes),
    destroy: (error) => socket.destroy(error),
  };
  let failure: Error | undefined;
  socket.setNoDelay(true);
  socket.on('data', (bytes) => port.ondata?.(bytes));
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => port.onclose?.(failure));
  return port;
}

const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
await once(socket, 'connect');

const client = new LineClient(portOf(socket));
const deadline = Deadline.after(10_000);
console.log(await Promise.all(['a', 'b', 'c'].map((key) => client.get(key, deadline)))); //=> [ 'A', 'B', 'C' ]

await client.get('bad', deadline).catch((error) => console.log(error.message)); //=> no such key
await client.get('slow', 20).catch((error) => console.log(error.message, error.stage, error.written));
//=> Operation 'get slow' timed out after 20 ms reading true
answerSlow();
console.log(await client.get('after', deadline)); //=> AFTER

const last = client.get('never', deadline);
socket.destroy();
await last.catch((error) => console.log(error.message, error.source));
//=> Operation 'get never' was cancelled: The connection was closed internal
await last.operation.finished;

await once(server.close(), 'close');
