import { coalescing, onLine, type RpcContender } from './contender.ts';
import { connected, listen } from './listen.ts';

/** The floor: JSON lines matched by id, one promise a call, one write a turn; no limits, no errors, no types. */
export const contender: RpcContender = {
  serve: () =>
    listen((socket) => {
      const send = coalescing(socket);
      onLine(socket, (line) => {
        const { id, a, b } = JSON.parse(line) as { id: number; a: number; b: number };
        send(`${JSON.stringify({ id, r: a + b })}\n`);
      });
    }),

  async connect(port) {
    const socket = await connected(port);
    const send = coalescing(socket);
    const waiting = new Map<number, (value: number) => void>();
    let last = 0;
    onLine(socket, (line) => {
      const { id, r } = JSON.parse(line) as { id: number; r: number };
      waiting.get(id)?.(r);
      waiting.delete(id);
    });
    return (a, b) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        send(`${JSON.stringify({ id, a, b })}\n`);
      });
  },
};
