import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** In a thread of its own, so that it answers while this one is blocked. */
const SERVER = `
const { createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((socket) => {
  socket.on('data', () => socket.write('answer', () => Atomics.store(workerData, 0, 1))).on('error', () => {});
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Asks a server, limited to 60 ms, and blocks this thread until they are over and the answer is in the kernel. */
export async function stalledAnswer(
  limit: (work: (signal?: AbortSignal) => Promise<unknown>, ms: number) => Promise<unknown>,
): Promise<boolean> {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SERVER, { eval: true, workerData: written });
  try {
    const [port] = await once(worker, 'message');
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    const work = async (signal?: AbortSignal) => {
      const answer = once(socket, 'data', { signal });
      answer.catch(() => {});
      socket.write('request');
      return answer;
    };
    // After the phase in which immediates run come the timers, and only then what has arrived.
    await turn();
    const limited = limit(work, 60);
    const start = performance.now();
    const passed = () => performance.now() - start;
    while (passed() < 120 || (Atomics.load(written, 0) === 0 && passed() < 10_000));
    const answered = await limited.then(
      () => true,
      () => false,
    );
    socket.destroy();
    return answered;
  } finally {
    await worker.terminate();
  }
}
