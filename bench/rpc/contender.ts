import type { Socket } from 'node:net';

/** One way to add two numbers in another process. */
export interface RpcContender {
  /** Serves on a free port of 127.0.0.1, which is returned. */
  serve(): Promise<number>;
  /** A client over one connection; every call under a limit unless the contender is one without. */
  connect(port: number): Promise<(a: number, b: number) => PromiseLike<number>>;
}

/** Cuts what a socket receives into lines. */
export function onLine(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.setNoDelay(true).setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

/** Joins what is written in one turn into one write. */
export function coalescing(socket: Socket): (line: string) => void {
  let pending = '';
  return (line) => {
    if (pending === '') {
      process.nextTick(() => {
        socket.write(pending);
        pending = '';
      });
    }
    pending += line;
  };
}
