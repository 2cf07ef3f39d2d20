import { createArcusClient } from 'timed-operation/arcus';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export const open = (port: number): Promise<CacheContender> => openOurs(port, 5_000);

/** With a limit for each operation: ms; `Infinity` for none. */
export async function openOurs(port: number, operationTimeout: number): Promise<CacheContender> {
  const client = createArcusClient({ address: `127.0.0.1:${port}`, operationTimeout });
  const { kv } = client;
  await kv.get('warm');
  return workers(
    (key) => kv.get(key),
    (key, value) => kv.set(key, value),
    () => client.close(),
  );
}
