/**
 * Runs `measure` for every key once a round, so that a slow minute of the machine falls on all of them.
 * Every second round goes backwards. A key that once did not finish is not tried again.
 */
export async function rounds<T>(
  keys: readonly string[],
  count: number,
  measure: (key: string) => Promise<T | undefined>,
  step: (label: string) => void,
): Promise<Map<string, T[]>> {
  const results = new Map<string, T[]>(keys.map((key) => [key, []]));
  const unfinished = new Set<string>();
  for (let round = 0; round < count; round++) {
    for (const key of round % 2 === 0 ? keys : [...keys].reverse()) {
      step(key);
      if (unfinished.has(key)) continue;
      const result = await measure(key);
      if (result === undefined) unfinished.add(key);
      else results.get(key)?.push(result);
    }
  }
  return results;
}
