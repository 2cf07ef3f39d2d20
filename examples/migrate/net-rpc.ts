import { isTimeoutError } from 'timed-operation';
import { createServer, dial, method, RpcError, service } from 'timed-operation/geerpc';
import { int, struct } from 'timed-operation/geerpc/gob';

// #region contract
// type Args struct { A, B int } and type Quotient struct { Quo, Rem int }, in package main
const Args = struct('main.Args', { A: int, B: int });
const Quotient = struct('main.Quotient', { Quo: int, Rem: int });
const Arith = service('Arith', { Multiply: method(Args, int), Divide: method(Args, Quotient) });
// #endregion

// #region server
const server = createServer({ handleTimeout: 5_000 });
server.register(Arith, {
  Multiply: ({ A, B }) => A * B,
  Divide: ({ A, B }) => {
    if (B === 0) throw new Error('divide by zero');
    return { Quo: Math.trunc(A / B), Rem: A % B };
  },
});
const { address } = await server.listen('tcp@127.0.0.1:0');
// #endregion

// #region client
const client = await dial(address, { connectTimeout: 5_000, services: [Arith] });
console.log(await client.call('Arith.Multiply', { A: 6, B: 7 })); //=> 42

const { Divide } = client.bind(Arith);
console.log(await Divide({ A: 7, B: 2 }, { timeout: 5_000 })); //=> { Quo: 3, Rem: 1 }

const call = Divide({ A: 1, B: 0 });
await call.catch((error) => {
  if (error instanceof RpcError) console.log(error.code, error.message); //=> ERR_GEERPC_REMOTE divide by zero
});
// #endregion

// #region timeout
await client.call('Arith.Multiply', { A: 6, B: 7 }, { timeout: 0 }).catch((error) => {
  console.log(isTimeoutError(error)); //=> true
});
// #endregion

// #region close
await client.close();
const tooLate = client.call('Arith.Multiply', { A: 6, B: 7 });
await tooLate.catch((error) => console.log(error.code, error.message)); //=> ERR_GEERPC_SHUTDOWN connection is shut down
await server.close();
// #endregion
