import type { Check } from './check.ts';
import type { Wanted } from './wanted.ts';
import { withoutStacks } from './without-stacks.ts';

/** Plays runs of a check without leaving the turn of the host. Returns what their generator returns. */
export function playSync<Subject, Result>(check: Check<Subject>, runs: Generator<Wanted, Result, void>): Result {
  return withoutStacks(() => {
    let next = runs.next();
    while (!next.done) {
      check.play(next.value.driver, next.value.recorder, undefined);
      next = runs.next();
    }
    return next.value;
  });
}
