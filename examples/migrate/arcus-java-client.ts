import { Deadline, isTimeoutError, timedAll } from 'timed-operation';
import { createArcusClient } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';

const server = await ArcusServer.listen();
const { address } = server;

// #region builder
const client = createArcusClient({
  address,
  operationTimeout: 2_000,
  failureMode: 'retry',
  timeoutThreshold: 10,
  timeoutDuration: 1_600,
  maxReconnectDelay: 1_000,
});
// #endregion

// #region forms
console.log(await client.kv.set('user:1', 'Ada', { exptime: 60 })); //=> true
console.log(await client.kv.get('user:1', { timeout: 700 })); //=> Ada
console.log(await client.kv.get('user:2')); //=> undefined
console.log(await client.kv.incr('count', 1, { initial: 0 })); //=> 0n
console.log(await client.btree.insert('log', { bkey: 1n, value: 'first' }, { create: { maxCount: 4_000 } })); //=> true

const users = await client.kv.getMany(['user:1', 'user:2'], { timeout: 700 });
for (const [key, user] of users) if (user.outcome === 'fulfilled') console.log(key, user.value);
//=> user:1 Ada
//=> user:2 undefined
// #endregion

// #region timeout
const fault = server.inject({ kind: 'hang' }, { command: 'get user:1' });
const call = client.kv.get('user:1', { timeout: 30 });
await call.catch((error) => console.log(isTimeoutError(error), error.stage)); //=> true reading
console.log(client.nodes[0]?.continuousTimeouts); //=> 1
console.log(call.cancel()); //=> false
fault.release();
// #endregion

// #region together
// Futures that were collected, and then waited for with one limit:
const deadline = Deadline.after(2_000);
const parts = ['user:1', 'count'].map((key) => client.kv.get(key, { deadline }));
const outcomes = await timedAll(parts, { deadline });
console.log(outcomes.map(({ outcome }) => outcome)); //=> [ 'fulfilled', 'fulfilled' ]
// #endregion

// #region shutdown
await client.close({ drain: 2_000 });
await client.kv.get('user:1').catch((error) => console.log(error.code)); //=> ERR_ARCUS_CLOSED
// #endregion

await server.close();
