import type { Lost } from './figure.ts';

/** What is measured in rounds. */
export interface Plan<T> {
  readonly keys: readonly string[];
  /** How many rounds a key takes part in, from the first on. */
  count(key: string): number;
  label(key: string): string;
  /** One measurement; `undefined` where it did not finish. */
  measure(key: string): Promise<T | undefined>;
}

/** Where a measurement says what it does, and what it lost. */
export interface Watcher {
  step(label: string): void;
  readonly lost: Lost;
}

/** How many measurements a plan makes. */
export const stepsOf = ({ keys, count }: Pick<Plan<unknown>, 'keys' | 'count'>): number =>
  keys.reduce((sum, key) => sum + count(key), 0);

/**
 * Measures every key once a round, so that a slow minute of the machine falls on all of them. Every second round goes
 * backwards. A key that once did not finish, or failed, is not tried again: it keeps what its earlier rounds gave.
 * @returns for every key what its rounds gave, in their order.
 */
export async function rounds<T>(plan: Plan<T>, { step, lost }: Watcher): Promise<Map<string, T[]>> {
  const results = new Map<string, T[]>(plan.keys.map((key) => [key, []]));
  const unfinished = new Set<string>();
  const most = Math.max(...plan.keys.map((key) => plan.count(key)));
  for (let round = 0; round < most; round++) {
    const keys = plan.keys.filter((key) => round < plan.count(key));
    for (const key of round % 2 === 0 ? keys : keys.reverse()) {
      step(plan.label(key));
      if (unfinished.has(key)) continue;
      try {
        const result = await plan.measure(key);
        if (result === undefined) unfinished.add(key);
        else results.get(key)?.push(result);
      } catch (error) {
        unfinished.add(key);
        lost(plan.label(key), error);
      }
    }
  }
  return results;
}
