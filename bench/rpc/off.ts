import type { RpcContender } from './contender.ts';
import { ours } from './ours.ts';

/** Ours without any deadline. */
export const contender: RpcContender = ours(0, Number.POSITIVE_INFINITY);
