import type { Report } from '../runner/figure.ts';
import { median } from '../runner/median.ts';
import { ratioByRound } from './ratio.ts';

/** What one contender's process measured: its own figure and the bare one of the same process. */
export interface Pair {
  readonly impl: number;
  readonly bare?: number;
}

/**
 * Reports a row of contenders: each one's median over rounds and, where its process measured a bare one, the ratio to
 * it; the bare figure itself; and ours against each peer, round by round.
 */
export function reportComparison(
  report: Report,
  name: string,
  unit: string,
  results: ReadonlyMap<string, readonly Pair[]>,
): void {
  const values = (impl: string) => (results.get(impl) ?? []).map((pair) => pair.impl);
  const bares = (impl: string) => (results.get(impl) ?? []).flatMap((pair) => pair.bare ?? []);
  const allBares = [...results.keys()].flatMap(bares);
  if (allBares.length > 0) report({ name, impl: 'bare', value: median(allBares), unit });
  for (const impl of results.keys()) {
    const own = values(impl);
    const value = own.length > 0 ? median(own) : null;
    const bare = bares(impl);
    if (bare.length === 0) report({ name, impl, value, unit });
    else report({ name, impl, value, unit, ratio: ratioByRound(own, bare), to: 'bare', base: median(bare) });
  }
  const ours = values('ours');
  if (ours.length === 0) return;
  for (const to of results.keys()) {
    if (to === 'ours' || values(to).length === 0) continue;
    report({ name, impl: 'ours', value: median(ours), unit, ratio: ratioByRound(ours, values(to)), to });
  }
}

/** Reports ours and the platform's own timers, and ours to them, round by round. */
export function reportAgainstNode<T>(
  report: Report,
  name: string,
  unit: string,
  results: ReadonlyMap<string, readonly T[]>,
  pick: (answer: T) => number,
): void {
  const of = (impl: string) => (results.get(impl) ?? []).map(pick);
  const ratio = ratioByRound(of('ours'), of('node'));
  report({ name, impl: 'node', value: median(of('node')), unit });
  report({ name, impl: 'ours', value: median(of('ours')), unit, ratio, to: 'node' });
}
