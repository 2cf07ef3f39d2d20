import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * A port that answers no attempt to connect, as behind a firewall: its listener is in a thread that stands still, and the few places of
 * its queue are taken.
 */
export async function unreachableHost(): Promise<{ port: number; stop(): Promise<unknown> }> {
  const worker = new Worker(
    `const { createServer } = require('node:net');
    const { parentPort } = require('node:worker_threads');
    createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
      parentPort.postMessage(this.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const taken: Socket[] = [];
  while (await connects(port, taken));
  return {
    port,
    stop: () => {
      for (const socket of taken) socket.destroy();
      return worker.terminate();
    },
  };
}

/** Whether one more connection found a place. */
function connects(port: number, taken: Socket[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  taken.push(socket);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    setTimeout(resolve, 250, false);
  });
}
