import { type ArcusClientOptions, createArcusClient } from 'timed-operation/arcus';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export const open = (port: number): Promise<CacheContender> => openOurs(port);

/** With a limit for each operation, and these options. */
export async function openOurs(port: number, options: Partial<ArcusClientOptions> = {}): Promise<CacheContender> {
  const client = createArcusClient({ address: `127.0.0.1:${port}`, operationTimeout: 5_000, ...options });
  const { kv } = client;
  await kv.get('warm');
  return workers(
    (key) => kv.get(key),
    (key, value) => kv.set(key, value),
    () => client.close(),
  );
}
