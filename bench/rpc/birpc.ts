import { createBirpc } from 'birpc';
import { onLine, type RpcContender } from './contender.ts';
import { connected, listen } from './listen.ts';

const sum = (a: number, b: number): number => a + b;
const text = { serialize: JSON.stringify, deserialize: JSON.parse };

export const contender: RpcContender = {
  serve: () =>
    listen((socket) => {
      createBirpc<object, { sum: typeof sum }>(
        { sum },
        { ...text, post: (data) => socket.write(`${data}\n`), on: (take) => onLine(socket, take) },
      );
    }),

  async connect(port) {
    const socket = await connected(port);
    const rpc = createBirpc<{ sum: typeof sum }>(
      {},
      { ...text, timeout: 10_000, post: (data) => socket.write(`${data}\n`), on: (take) => onLine(socket, take) },
    );
    return (a, b) => rpc.sum(a, b);
  },
};
