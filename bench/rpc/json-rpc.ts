import { JSONRPCClient, JSONRPCServer } from 'json-rpc-2.0';
import { onLine, type RpcContender } from './contender.ts';
import { connected, listen } from './listen.ts';

export const contender: RpcContender = {
  serve: () =>
    listen((socket) => {
      const server = new JSONRPCServer();
      server.addMethod('sum', ([a, b]: [number, number]) => a + b);
      onLine(socket, (line) => {
        server.receive(JSON.parse(line)).then((response) => socket.write(`${JSON.stringify(response)}\n`));
      });
    }),

  async connect(port) {
    const socket = await connected(port);
    const client = new JSONRPCClient((request) => {
      socket.write(`${JSON.stringify(request)}\n`);
      return Promise.resolve();
    });
    onLine(socket, (line) => client.receive(JSON.parse(line)));
    return (a, b) => client.timeout(10_000).request('sum', [a, b]);
  },
};
