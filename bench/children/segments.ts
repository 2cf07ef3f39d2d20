import { median } from '../runner/median.ts';
import { cpu } from './cpu.ts';

export interface Segments {
  /** Operations in one segment. */
  readonly size: number;
  /** At most so many segments of each are counted, and at least three. */
  readonly count: number;
  /** Milliseconds after which no further segment begins. */
  readonly budget: number;
}

/**
 * Alternates segments of several loops in this process and returns for each the median CPU time of one operation in ns.
 * The first three segments of each only warm up, and those of the first fifth of the budget, half a second at most: what is measured is
 * code that has been compiled, and no compiler.
 */
export async function alternate<K extends string>(
  loops: Readonly<Record<K, (count: number) => void | Promise<void>>>,
  { size, count, budget }: Segments,
): Promise<Record<K, number>> {
  const names = Object.keys(loops) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const start = performance.now();
  const warm = start + Math.min(500, budget / 5);
  let warmedUp = 0;
  for (let segment = 0; segment < count; ) {
    if (segment >= 3 && performance.now() > start + budget) break;
    const counts = warmedUp >= 3 && performance.now() > warm;
    for (const name of names) {
      const before = cpu();
      await loops[name](size);
      const spent = (cpu() - before) / size;
      if (counts) samples[name].push(spent);
    }
    if (counts) segment++;
    else warmedUp++;
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Record<K, number>;
}
