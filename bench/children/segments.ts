import { median } from '../runner/median.ts';
import { cpu } from './cpu.ts';

export interface Segments {
  /** Operations in one segment. */
  readonly size: number;
  /** At most so many segments of each, and at least three. */
  readonly count: number;
  /** Milliseconds after which no further segment begins. */
  readonly budget: number;
}

/**
 * Alternates segments of several loops in this process and returns for each the median CPU time of one operation in ns.
 * The first three segments of each only warm up.
 */
export async function alternate<K extends string>(
  loops: Readonly<Record<K, (count: number) => void | Promise<void>>>,
  { size, count, budget }: Segments,
): Promise<Record<K, number>> {
  const names = Object.keys(loops) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const end = performance.now() + budget;
  for (let segment = -3; segment < count; segment++) {
    if (segment >= 3 && performance.now() > end) break;
    for (const name of names) {
      const before = cpu();
      await loops[name](size);
      const spent = (cpu() - before) / size;
      if (segment >= 0) samples[name].push(spent);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Record<K, number>;
}
