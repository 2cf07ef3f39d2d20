import { MemcacheClient } from 'memcache-client';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = new MemcacheClient({ server: { server: `127.0.0.1:${port}`, maxConnections: 1 }, cmdTimeout: 5_000 });
  return workers(
    async (key) => (await client.get<string>(key))?.value,
    (key, value) => client.set(key, value),
    async () => client.shutdown(),
  );
}
