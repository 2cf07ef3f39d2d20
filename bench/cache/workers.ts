import type { CacheContender, CacheWork } from './cache-contender.ts';

/** A client of promises: workers that each await one call after another. */
export function workers(
  get: (key: string) => Promise<unknown>,
  set: (key: string, value: string) => Promise<unknown>,
  close: () => Promise<unknown>,
): CacheContender {
  return { run: (work) => run(work, get, set), close };
}

async function run(
  { operation, keys, value, count, inFlight }: CacheWork,
  get: (key: string) => Promise<unknown>,
  set: (key: string, value: string) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  let wrong = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const key = keys[next++ % keys.length] as string;
      if (operation === 'set') await set(key, value);
      else if ((await get(key)) !== value) wrong++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return wrong;
}
