import { isTimeoutError } from 'timed-operation';
import { createServer, dial, method, RpcError, service } from 'timed-operation/geerpc';
import { int, slice, string, struct } from 'timed-operation/geerpc/gob';
import { never, ok, rejection, same, sleep } from './checks.js';

const Args = struct('main.Args', { Num1: int, Num2: int });
const Foo = service('Foo', { Sum: method(Args, int), Sleep: method(int, int), Words: method(string, slice(string)) });

/** Runs `use` with a server on loopback, and its address; closes it. */
async function served(use, implementation = {}) {
  const server = createServer();
  server.register(Foo, {
    Sum: ({ Num1, Num2 }) => Num1 + Num2,
    Sleep: (ms, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        setTimeout(resolve, ms, ms);
      }),
    Words: (text) => text.split(' '),
    ...implementation,
  });
  const { address } = await server.listen('tcp@127.0.0.1:0');
  try {
    await use(address, server);
  } finally {
    await server.close();
  }
}

async function dialled(address, options, use) {
  const client = await dial(address, { services: [Foo], ...options });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** The client and the server, over loopback. */
export const geerpc = {
  'calls over gob and over JSON, by TCP and by HTTP CONNECT': () =>
    served(async (address) => {
      for (const at of [address, address.replace('tcp', 'http')]) {
        for (const codec of ['application/gob', 'application/json']) {
          await dialled(at, { codec }, async (client) => {
            same(await client.call('Foo.Sum', { Num1: 20, Num2: 22 }), 42);
            same(await client.call('Foo.Words', 'ein Wort ♥'), ['ein', 'Wort', '♥']);
          });
        }
      }
    }),

  '1,000 calls at once each get their own answer': () =>
    served((address) =>
      dialled(address, {}, async (client) => {
        const calls = Array.from({ length: 1_000 }, (_, index) => client.call('Foo.Sum', { Num1: index, Num2: 1 }));
        const wrong = (await Promise.all(calls)).filter((sum, index) => sum !== index + 1);
        same(wrong.length, 0);
      }),
    ),

  'a call that takes too long times out, and the next is answered': () =>
    served((address) =>
      dialled(address, {}, async (client) => {
        const error = await rejection(client.call('Foo.Sleep', 20_000, { timeout: 30 }));
        ok(isTimeoutError(error), String(error));
        same(await client.call('Foo.Sum', { Num1: 1, Num2: 2 }), 3);
      }),
    ),

  'a handler is aborted at the limit that its client asked for, and when its client goes': async () => {
    const reasons = [];
    let started = 0;
    const Sleep = (_ms, { signal }) => {
      started++;
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return never();
    };
    await served(
      async (address) => {
        await dialled(address, { handleTimeout: 30 }, async (client) => {
          const error = await rejection(client.call('Foo.Sleep', 1));
          ok(error instanceof RpcError || isTimeoutError(error), String(error));
        });
        await dialled(address, {}, async (client) => {
          const call = rejection(client.call('Foo.Sleep', 1));
          while (started < 2) await sleep(1);
          await client.close();
          await call;
        });
        for (let turn = 0; reasons.length < 2 && turn < 1_000; turn++) await sleep(5);
        same(reasons.length, 2);
      },
      { Sleep },
    );
  },

  'a service that is not there, and a handler that throws, are errors of their calls': async () => {
    const Sum = () => {
      throw new Error('no sums today');
    };
    await served(
      (address) =>
        dialled(address, {}, async (client) => {
          const error = await rejection(client.call('Foo.Sum', { Num1: 1, Num2: 2 }));
          ok(error instanceof RpcError && error.message.includes('no sums today'), String(error));
          same(await client.call('Foo.Words', 'still here'), ['still', 'here']);
        }),
      { Sum },
    );
  },

  'nobody listens: dialling fails, and does not hang': async () => {
    let address;
    await served(async (each) => {
      address = each;
    });
    const error = await rejection(dial(address, { connectTimeout: 20_000 }));
    ok(error instanceof Error && !isTimeoutError(error), String(error));
  },
};
