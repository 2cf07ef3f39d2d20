import type { Segments } from '../children/segments.ts';
import { slowPeers } from '../peers/names.ts';

/** The segments in which calls one after another are measured: fewer and shorter ones where a call costs microseconds. */
export function callSegments(quick: boolean, impl: string): Segments {
  const slow = slowPeers.includes(impl);
  if (quick) return { size: slow ? 2000 : 5000, count: 150, budget: 150 };
  return { size: 5000, count: 150, budget: slow ? 1500 : 2500 };
}
