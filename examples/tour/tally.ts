import type { Attempt, Contender } from './contest.ts';
import type { Scenario } from './scenarios.ts';
import type { Written } from './server.ts';

/** A reply counts as in time if it was in the kernel this long before the deadline. */
const MARGIN_MS = 5;

/** How the calls of one scenario came out for one contender. */
export interface Outcomes {
  calls: number;
  result: number;
  timeout: number;
  failure: number;
  /** Timeouts whose reply had been in the kernel 5 ms or more before the deadline, by the server's clock. */
  falseTimeout: number;
  /** Results whose reply was written after the deadline: it arrived before the loop had come to decide. */
  lateResult: number;
}

/** When timeouts were heard of, from their limit on: ms. */
export interface Firing {
  earliestMs: number;
  latestMs: number;
  /** How many came before their limit. */
  early: number;
}

/** What the table shows. */
export interface Tally {
  readonly rows: ReadonlyMap<Scenario, Record<Contender, Outcomes>>;
  readonly total: Record<Contender, Outcomes>;
  readonly firing: Record<Contender, Firing>;
}

const none = (): Outcomes => ({ calls: 0, result: 0, timeout: 0, failure: 0, falseTimeout: 0, lateResult: 0 });
const noFiring = (): Firing => ({ earliestMs: Number.POSITIVE_INFINITY, latestMs: Number.NEGATIVE_INFINITY, early: 0 });
const both = <T>(make: () => T): Record<Contender, T> => ({ timed: make(), race: make() });

/** Judges every attempt by what the server wrote, and when. */
export function tally(attempts: readonly Attempt[], written: Written): Tally {
  const rows = new Map<Scenario, Record<Contender, Outcomes>>();
  const total = both(none);
  const firing = both(noFiring);
  for (const { id, scenario, contender, outcome, deadline, afterLimitMs } of attempts) {
    let row = rows.get(scenario);
    if (row === undefined) {
      row = both(none);
      rows.set(scenario, row);
    }
    const replyAt = written[id] ?? Number.POSITIVE_INFINITY;
    for (const counts of [row[contender], total[contender]]) {
      counts.calls++;
      counts[outcome]++;
      if (outcome === 'timeout' && replyAt + MARGIN_MS <= deadline) counts.falseTimeout++;
      if (outcome === 'result' && replyAt > deadline) counts.lateResult++;
    }
    if (outcome !== 'timeout') continue;
    const times = firing[contender];
    times.earliestMs = Math.min(times.earliestMs, afterLimitMs);
    times.latestMs = Math.max(times.latestMs, afterLimitMs);
    if (afterLimitMs < 0) times.early++;
  }
  return { rows, total, firing };
}
