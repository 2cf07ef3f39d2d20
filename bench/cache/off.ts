import type { CacheContender } from './cache-contender.ts';
import { openOurs } from './ours.ts';

/** Ours without a limit. */
export const open = (port: number): Promise<CacheContender> =>
  openOurs(port, { operationTimeout: Number.POSITIVE_INFINITY });
