import { Redis } from 'ioredis';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = new Redis(port, '127.0.0.1', { commandTimeout: 5_000 });
  await client.ping();
  return workers(
    (key) => client.get(key),
    (key, value) => client.set(key, value),
    async () => client.disconnect(),
  );
}
