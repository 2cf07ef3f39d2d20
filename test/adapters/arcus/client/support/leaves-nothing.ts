// Run by a test in a process of its own, which must end by itself: no timer, no socket and no listener may hold it.
import { createArcusClient } from 'timed-operation/arcus';

const client = createArcusClient({ address: process.argv[2] as string, operationTimeout: 60_000 });
await client.kv.set('a', 'x');
await client.kv.get('a', { signal: new AbortController().signal });
await client.kv.get('a', { timeout: 1e9 });
const cancelled = client.kv.get('b');
cancelled.cancel('enough');
await cancelled.catch(() => {});
client.kv.get('c').catch(() => {});
await client.close();
console.log('closed');
