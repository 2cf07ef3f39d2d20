import { median } from '../runner/median.ts';

/** The median over rounds of one round's `a` over the same round's `b`. */
export function ratioByRound(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  const ratios: number[] = [];
  for (let i = 0; i < length; i++) ratios.push((a[i] ?? Number.NaN) / (b[i] ?? Number.NaN));
  return median(ratios);
}
