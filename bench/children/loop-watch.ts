import { connect, createServer, type Socket } from 'node:net';

export interface LoopWatch {
  /** From now on gaps count. */
  start(): void;
  /** Waits for one more I/O callback, ends and returns the longest gap in ms. */
  stop(): Promise<number>;
}

/**
 * Keeps I/O going without pause, a byte to and fro over loopback, both ends in this process: every turn of the loop
 * has an I/O callback to run, so the longest gap between two of them is the longest the loop stood still.
 */
export async function watchLoop(): Promise<LoopWatch> {
  let last = 0;
  let longest = 0;
  let counting = false;
  let onNext = () => {};
  const seen = () => {
    const now = performance.now();
    if (counting) longest = Math.max(longest, now - last);
    last = now;
    onNext();
  };
  const echo = (socket: Socket) => {
    socket.setNoDelay(true).on('data', (byte) => {
      seen();
      socket.write(byte);
    });
  };
  const server = createServer(echo);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP address');
  const client = connect(address.port, '127.0.0.1', () => client.write('.'));
  echo(client);
  await new Promise<void>((resolve) => {
    onNext = resolve;
  });
  return {
    start: () => {
      last = performance.now();
      counting = true;
    },
    stop: async () => {
      await new Promise<void>((resolve) => {
        onNext = resolve;
      });
      counting = false;
      client.destroy();
      server.close();
      return longest;
    },
  };
}
