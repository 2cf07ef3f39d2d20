import type { Expirable } from './expirable.ts';
import { reportError } from './report-error.ts';
import type { NodeList } from './wheel.ts';

/** How many entries a slice takes between two looks at the clock. */
const SLICE = 256;

/**
 * One slice of a wake at `now`: wins the due entries of the lists, and only then does what follows from that. Lists that are empty are
 * dropped.
 * @param take takes an entry out of the scheduler; says false for one that is not due yet, and has been filed again.
 * @returns the most by which an entry was late, in ms.
 */
export function decideSlice(lists: NodeList[], now: number, take: (entry: Expirable) => boolean): number {
  const decided: Expirable[] = [];
  let worst = 0;
  for (let count = 0; count < SLICE && lists[0]; count++) {
    const entry = lists[0].shift() as Expirable | undefined;
    if (!entry) lists.shift();
    else if (take(entry) && entry.expire(now)) {
      worst = Math.max(worst, now - entry.at);
      decided.push(entry);
    }
  }
  for (const entry of decided) {
    try {
      entry.afterDecision();
    } catch (error) {
      reportError(error);
    }
  }
  return worst;
}
