// #region get
import { Deadline } from 'timed-operation';
import { createArcusClient, isArcusTimeoutError } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';

const server = await ArcusServer.listen(); // In memory, on a free port of loopback.
const client = createArcusClient({ address: server.address, operationTimeout: 2_000 });

await client.kv.set('user:1', 'Ada', { exptime: 60 });
console.log(await client.kv.get('user:1', { timeout: 1_000 })); //=> Ada
console.log(await client.kv.get('user:2')); //=> undefined
// #endregion

// #region hang
const fault = server.inject({ kind: 'hang' }, { command: 'get user:1' });
try {
  await client.kv.get('user:1', { timeout: 30 });
} catch (error) {
  if (!isArcusTimeoutError(error)) throw error;
  console.log(error.command, error.key, error.stage, error.written); //=> get user:1 reading true
  console.log(error.limitMs, error.continuousTimeouts); //=> 30 1
}
fault.release();
// #endregion

// #region deadline
const deadline = Deadline.after(2_000);
await client.btree.insert('log', { bkey: 1n, value: 'first' }, { create: {}, deadline });
await client.btree.insert('log', { bkey: 2n, value: 'second' }, { deadline });
const range = await client.btree.getRange('log', 1n, 2n, { deadline });
console.log(range?.elements.map(({ value }) => value)); //=> [ 'first', 'second' ]
// #endregion

// #region many
const users = await client.kv.getMany(['user:1', 'user:2']);
for (const [key, result] of users) console.log(key, result.outcome === 'fulfilled' ? result.value : result.reason);
//=> user:1 Ada
//=> user:2 undefined
// #endregion

// #region cancel
const call = client.kv.get('user:1');
console.log(call.cancel('not needed'), call.operation.outcome); //=> true cancelled
await call.catch((error) => console.log(error.code, error.cause)); //=> ERR_CANCELLED not needed
// #endregion

// #region close
await client.close({ drain: 500 }); // Waits for what is under way, and cancels the rest.
await server.close();
// #endregion
