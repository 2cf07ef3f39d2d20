// #region contract
import { setTimeout as wait } from 'node:timers/promises';
import { isTimeoutError } from 'timed-operation';
import { createServer, dial, method, RpcError, service } from 'timed-operation/geerpc';
import { int, string, struct } from 'timed-operation/geerpc/gob';

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
    if (error instanceof RpcError) console.log(error.code, error.message);
  });
//=> handler: TimeoutError: Operation 'Foo.Sleep' timed out after 30 ms (deadline)
//=> ERR_GEERPC_REMOTE rpc server: request handle timeout: expect within 30ms
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
