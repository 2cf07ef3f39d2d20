import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int, struct } from 'timed-operation/geerpc/gob';
import type { RpcContender } from './contender.ts';

const Foo = service('Foo', { Sum: method(struct('main.Args', { Num1: int, Num2: int }), int) });

/** Ours, with the limits that `dial` is given. */
export function ours(handleTimeout: number, callTimeout: number): RpcContender {
  return {
    async serve() {
      const server = createServer(handleTimeout === 0 ? { handleTimeout: Number.POSITIVE_INFINITY } : {});
      server.register(Foo, { Sum: ({ Num1, Num2 }) => Num1 + Num2 });
      const { address } = await server.listen('tcp@127.0.0.1:0');
      return Number(address.split(':').at(-1));
    },
    async connect(port) {
      const client = await dial(`tcp@127.0.0.1:${port}`, { handleTimeout, callTimeout });
      const foo = client.bind(Foo);
      return (Num1, Num2) => foo.Sum({ Num1, Num2 });
    },
  };
}

/** Deadlines on: of the call on the client, of the handler on the server. */
export const contender: RpcContender = ours(10_000, 10_000);
