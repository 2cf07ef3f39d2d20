import Memcached from 'memcached';
import type { CacheContender } from './cache-contender.ts';
import { workers } from './workers.ts';

export async function open(port: number): Promise<CacheContender> {
  const client = new Memcached(`127.0.0.1:${port}`, { poolSize: 1, timeout: 5_000 });
  const call = (start: (done: (error: unknown, value: unknown) => void) => void): Promise<unknown> =>
    new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value))));
  return workers(
    (key) => call((done) => client.get(key, done)),
    (key, value) => call((done) => client.set(key, value, 0, done)),
    async () => client.end(),
  );
}
