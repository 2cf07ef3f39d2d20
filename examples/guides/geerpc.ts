// #region contract
import { setTimeout as wait } from 'node:timers/promises';
import { isTimeoutError } from 'timed-operation';
import { createServer, dial, method, RpcError, service } from 'timed-operation/geerpc';
import { asBigInt, int, int64, string, struct } from 'timed-operation/geerpc/gob';

const Args = struct('main.Args', { Num1: int, Num2: int });
const Foo = service('Foo', { Sum: method(Args, int), Sleep: method(int, string) });
// #endregion

// #region server
const server = createServer();
server.register(Foo, {
  Sum: ({ Num1, Num2 }) => Num1 + Num2,
  Sleep: (ms, { signal }) => {
    signal.addEventListener('abort', () => console.log('handler:', String(signal.reason)));
    return wait(ms, 'slept', { signal });
  },
});
const { address } = await server.listen('tcp@127.0.0.1:0');
// #endregion

// #region call
const client = await dial(address, { connectTimeout: 2_000 });
const { Sum, Sleep } = client.bind(Foo);
console.log(await Sum({ Num1: 1, Num2: 2 })); //=> 3
console.log(await client.call('Foo.Sum', { Num1: 3, Num2: 4 }, { timeout: 2_000 })); //=> 7
// #endregion

// #region options
await Sum({ Num1: 1, Num2: 2 }, { timeoutMs: 5 } as never).catch((error) => console.log(error.message));
//=> Foo.Sum takes no option `timeoutMs`, got 5: expected timeout, deadline, within, signal
// #endregion

// #region bigint
const Ticket = service('Ticket', { Next: method(asBigInt(int64), asBigInt(int64)) });
server.register(Ticket, { Next: (last) => last + 1n });
console.log(await client.bind(Ticket).Next(2n ** 53n)); //=> 9007199254740993n

await Sum({ Num1: 2 ** 53, Num2: 1 }).catch((error) => {
  console.log(error.code, error.method); //=> ERR_GEERPC_ENCODE Foo.Sum
  console.log(error.message.split(', ').at(-1)); //=> which a number does not hold exactly; asBigInt(int) takes a bigint
});

// #endregion

// #region connect
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

const silent = createTcpServer((socket) => socket.resume()).listen(0, '127.0.0.1'); // Accepts, and says nothing.
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
await dial(`http@127.0.0.1:${port}`, { connectTimeout: 30 }).catch((error) => {
  console.log(isTimeoutError(error), error.message); //=> true rpc client: connect timeout: expect within 30ms
  console.log(error.stage); //=> reading
});
silent.close();

await dial('tcp@127.0.0.1:1').catch((error) => console.log(error.code, error.message));
//=> ERR_GEERPC_CONNECT dial tcp 127.0.0.1:1: connect: connection refused
// #endregion

// #region timeout
await Sleep(10_000, { timeout: 30 }).catch((error) => {
  console.log(isTimeoutError(error), error.message); //=> true rpc client: call failed: context deadline exceeded
  console.log(error.stage, error.written, error.node === address); //=> reading true true
});
// #endregion

// #region handler
const strict = await dial(address, { handleTimeout: 30 });
await strict
  .bind(Foo)
  .Sleep(10_000)
  .catch((error) => {
    if (error instanceof RpcError) console.log(error.code, error.method, error.message);
  });
//=> handler: TimeoutError: Operation 'Foo.Sleep' timed out after 30 ms (deadline)
//=> ERR_GEERPC_REMOTE Foo.Sleep rpc server: request handle timeout: expect within 30ms
// #endregion

// #region cancel
const call = Sleep(10_000);
console.log(call.cancel('no longer needed')); //=> true
await call.catch((error) => console.log(error.code)); //=> ERR_CANCELLED
// #endregion

// #region close
await client.close({ drain: 500 }); //=> handler: CancelledError: Operation 'Foo.Sleep' was cancelled: EOF
await strict.close();
await server.close();
// #endregion
