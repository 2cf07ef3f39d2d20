import { Worker } from 'node:worker_threads';

/** A cache server in a thread of its own, so that this one can be blocked: it misses every `get`. Resolves to its port. */
export async function otherThread(): Promise<{ port: number; stop(): Promise<unknown> }> {
  const worker = new Worker(
    `const { createServer } = require('node:net');
    const { parentPort } = require('node:worker_threads');
    const server = createServer((socket) => {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        for (const line of String(bytes).split('\\r\\n')) {
          if (line === 'version') socket.write('VERSION 1.15.0\\r\\n');
          else if (line.startsWith('get ')) socket.write('END\\r\\n');
        }
      });
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { port, stop: () => worker.terminate() };
}
