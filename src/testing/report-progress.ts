import { monotonicClock } from '../core/clock.ts';
import type { Check } from './check.ts';
import type { Progress } from './explore-options.ts';

/** The least time between two reports: ms. */
const EVERY_MS = 500;

interface Output {
  console?: { error(text: string): void };
}

/** What tells `options.progress` how far the check got, not too often. */
export function reportProgress<Subject>(check: Check<Subject>, end: () => number): (strategy: string) => void {
  const { progress } = check.options;
  if (progress === undefined || progress === false) return () => {};
  const tell = progress === true ? print : progress;
  let last = check.started;
  return (strategy) => {
    const now = monotonicClock.now();
    if (now - last < EVERY_MS) return;
    last = now;
    const { schedules, complete } = check;
    tell({
      schedules,
      perSecond: Math.round((schedules * 1000) / (now - check.started)),
      strategy,
      complete,
      msLeft: Math.max(0, end() - now),
    });
  };
}

function print({ schedules, perSecond, strategy, complete, msLeft }: Progress): void {
  const left = msLeft === Number.POSITIVE_INFINITY ? '' : `, ${Math.ceil(msLeft / 1000)} s left`;
  const line = `${schedules.toLocaleString('en')} schedules, ${perSecond.toLocaleString('en')} a second; ${strategy}; complete: ${complete}${left}`;
  (globalThis as unknown as Output).console?.error(line);
}
