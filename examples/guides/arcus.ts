// #region get
import { Deadline } from 'timed-operation';
import { createArcusClient, isArcusTimeoutError, JsonTranscoder } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';

const server = await ArcusServer.listen(); // In memory, on a free port of loopback.
const client = createArcusClient({ address: server.address, operationTimeout: 2_000 });

await client.kv.set('user:1', 'Ada', { exptime: 60 });
console.log(await client.kv.get('user:1', { timeout: 1_000 })); //=> Ada
console.log(await client.kv.get('user:2')); //=> undefined
// #endregion

// #region options
await client.kv.set('user:1', 'Ada', { ttl: 60 } as never).catch((error) => console.log(error.message));
//=> kv.set takes no option `ttl`, got 60: expected exptime, timeout, deadline, idle, within, signal
// #endregion

// #region stored
interface Profile {
  readonly name: string;
  readonly languages: readonly string[];
}
const profiles = createArcusClient<Profile>({ address: server.address, transcoder: new JsonTranscoder() });
await profiles.kv.set('profile:1', { name: 'Grace', languages: ['COBOL'] });
console.log(await profiles.kv.get('profile:1')); //=> { name: 'Grace', languages: [ 'COBOL' ] }
console.log(await client.kv.get('profile:1')); //=> {"name":"Grace","languages":["COBOL"]}
await profiles.close();
// #endregion

// #region refused
await client.kv.set('profile:1', { name: 'Grace' } as never).catch((error) => {
  console.log(error.code, error.command, error.key); //=> ERR_ARCUS_TRANSCODE kv.set profile:1
  console.log(error.message.split(': ')[1]); //=> Java has no type for an object of name
});
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

// #region nobody
const nobody = createArcusClient({ address: '127.0.0.1:1' });
await nobody.kv.get('user:1').catch((error) => console.log(error.code, error.cause.cause.code, error.message));
//=> ERR_ARCUS_NODE_DOWN ECONNREFUSED get of 'user:1' was not sent: 127.0.0.1:1 has no connection (connect ECONNREFUSED 127.0.0.1:1)
await nobody.close();
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
