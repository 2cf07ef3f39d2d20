import {
  CancellationTokenSource,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { RpcContender } from './contender.ts';
import { connected, listen } from './listen.ts';

/** It has no limits: as its documentation has it, a timer cancels the request. */
export const contender: RpcContender = {
  serve: () =>
    listen((socket) => {
      socket.setNoDelay(true).on('error', () => socket.destroy());
      const connection = createMessageConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
      connection.onRequest('sum', (a: number, b: number) => a + b);
      connection.listen();
    }),

  async connect(port) {
    const socket = await connected(port);
    socket.setNoDelay(true);
    const connection = createMessageConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
    connection.listen();
    return async (a, b) => {
      const source = new CancellationTokenSource();
      const timer = setTimeout(() => source.cancel(), 10_000);
      try {
        return await connection.sendRequest<number>('sum', a, b, source.token);
      } finally {
        clearTimeout(timer);
        source.dispose();
      }
    };
  },
};
