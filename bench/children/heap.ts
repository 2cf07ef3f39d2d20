import { turn } from './turn.ts';

/** Bytes in use (heap and what it holds outside) once everything collectable is collected. */
export async function heap(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
