import { Deviations } from './strategies/deviations.ts';
import { Replay } from './strategies/replay.ts';
import type { Driver, Tape } from './tape.ts';

/** The most runs that shrinking may take. */
const MOST_RUNS = 2000;

/**
 * Makes a failing tape as plain as it gets: first as few deviations as possible, larger groups given up before single ones, then
 * smaller choices. Yields each run to try, and is told whether that failed in the same way.
 * @param tape what the last yielded run really chose.
 * @returns the choices of the plainest run that fails, and how many runs it took.
 */
export function* shrink(
  failing: readonly number[],
  tape: Tape,
): Generator<Driver, { readonly choices: readonly number[]; readonly runs: number }, boolean> {
  let best = failing;
  let runs = 0;

  function* fails(candidate: readonly number[]): Generator<Driver, boolean, boolean> {
    if (runs++ >= MOST_RUNS) return false;
    if (!(yield new Replay(candidate))) return false;
    const chosen = tape.toArray();
    if (!plainer(chosen, best)) return false;
    best = chosen;
    return true;
  }

  for (let size = Math.max(1, deviationsOf(best).length); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < deviationsOf(best).length; ) {
      const given = new Set(deviationsOf(best).slice(from, from + size));
      if (!(yield* fails(best.map((choice, index) => (given.has(index) ? 0 : choice))))) from += size;
    }
  }
  // What cannot be given up may still be done without: tried from the plainest run on, if not yet the plainest.
  const plainest = new Deviations(deviationsOf(best).length - 1);
  while (deviationsOf(best).length > 1 && runs++ < MOST_RUNS && plainest.next()) {
    const failed = yield plainest;
    plainest.ended(tape);
    if (!failed) continue;
    best = tape.toArray();
    break;
  }
  for (const index of deviationsOf(best)) {
    for (let choice = 1; choice < (best[index] ?? 0); choice++) {
      if (yield* fails(best.map((each, at) => (at === index ? choice : each)))) break;
    }
  }
  return { choices: best, runs };
}

function deviationsOf(choices: readonly number[]): number[] {
  return [...choices.keys()].filter((index) => choices[index] !== 0);
}

/** Fewer deviations, else shorter, else smaller. */
function plainer(a: readonly number[], b: readonly number[]): boolean {
  const fewer = deviationsOf(a).length - deviationsOf(b).length;
  if (fewer !== 0) return fewer < 0;
  if (a.length !== b.length) return a.length < b.length;
  for (const [index, choice] of a.entries()) if (choice !== b[index]) return choice < (b[index] as number);
  return false;
}
