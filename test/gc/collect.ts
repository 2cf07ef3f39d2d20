import { setImmediate as nextTurn } from 'node:timers/promises';

/** Collects garbage until `done`, or until there is no more hope of it. Needs `--expose-gc`. */
export async function collectUntil(done: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (done()) return true;
    await nextTurn();
    gc?.();
  }
  return done();
}

/** The bytes in use after everything unreachable has been collected. */
async function heapInUse(): Promise<number> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await nextTurn();
    gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/**
 * The least by which the heap grew in one of three rounds of `run`, in bytes: what is kept per operation shows in every round, what the
 * engine compiles meanwhile does not.
 */
export async function leastGrowth(run: () => Promise<void>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= enough; round++) {
    const before = await heapInUse();
    await run();
    least = Math.min(least, (await heapInUse()) - before);
  }
  return least;
}
