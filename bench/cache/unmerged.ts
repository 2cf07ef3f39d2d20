import type { CacheContender } from './cache-contender.ts';
import { openOurs } from './ours.ts';

/** Ours with a request for each `get`, as the floors and the peers have. */
export const open = (port: number): Promise<CacheContender> => openOurs(port, { maxMergedGets: 1 });
