/** Who is measured, and the file that holds it; `redis` where its server is Redis. */
export const cacheFiles: Readonly<Record<string, { readonly file: string; readonly redis?: true }>> = {
  ours: { file: 'ours.ts' },
  off: { file: 'off.ts' },
  unmerged: { file: 'unmerged.ts' },
  'promise-floor': { file: 'promise-floor.ts' },
  raw: { file: 'raw.ts' },
  memjs: { file: 'memjs.ts' },
  memcached: { file: 'memcached.ts' },
  'memcache-client': { file: 'memcache-client.ts' },
  memcache: { file: 'memcache.ts' },
  ioredis: { file: 'ioredis.ts', redis: true },
  '@redis/client': { file: 'redis-client.ts', redis: true },
};
