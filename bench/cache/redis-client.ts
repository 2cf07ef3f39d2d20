import { createClient } from '@redis/client';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  await client.connect();
  return workers(
    (key) => client.get(key),
    (key, value) => client.set(key, value),
    async () => client.destroy(),
  );
}
