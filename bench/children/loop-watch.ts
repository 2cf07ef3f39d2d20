import { connect, createServer, type Socket } from 'node:net';
import { cpu } from './cpu.ts';

export interface LoopWatch {
  /** From now on gaps count. */
  start(): void;
  /** Waits for one more I/O callback and ends. */
  stop(): Promise<Gaps>;
}

/** Between two I/O callbacks, in ms. */
export interface Gaps {
  /** The longest by the clock. */
  readonly longest: number;
  /** The most CPU time of this process, helper threads included: not lengthened by what else the machine runs. */
  readonly longestCpu: number;
}

/**
 * Keeps I/O going without pause, a byte to and fro over loopback, both ends in this process: every turn of the loop
 * has an I/O callback to run, so the longest gap between two of them is the longest the loop stood still.
 */
export async function watchLoop(): Promise<LoopWatch> {
  let last = 0;
  let lastCpu = 0;
  let longest = 0;
  let longestCpu = 0;
  let counting = false;
  let onNext = () => {};
  const seen = () => {
    const now = performance.now();
    const nowCpu = cpu();
    if (counting) {
      longest = Math.max(longest, now - last);
      longestCpu = Math.max(longestCpu, (nowCpu - lastCpu) / 1e6);
    }
    last = now;
    lastCpu = nowCpu;
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
      lastCpu = cpu();
      counting = true;
    },
    stop: async () => {
      await new Promise<void>((resolve) => {
        onNext = resolve;
      });
      counting = false;
      client.destroy();
      server.close();
      return { longest, longestCpu };
    },
  };
}
