import { Memcache } from 'memcache';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = new Memcache({ nodes: [`127.0.0.1:${port}`], timeout: 5_000 });
  await client.connect();
  return workers(
    (key) => client.get(key),
    (key, value) => client.set(key, value),
    () => client.quit(),
  );
}
