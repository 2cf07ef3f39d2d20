import memjs from 'memjs';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = memjs.Client.create(`127.0.0.1:${port}`, { timeout: 5, retries: 0 });
  return workers(
    async (key) => (await client.get(key)).value?.toString(),
    (key, value) => client.set(key, value, {}),
    async () => client.close(),
  );
}
