import type { Bkey } from './bkey.ts';
import type { BkeyRange } from './bkey-range.ts';
import type { BtreeElement, BtreeItem } from './btree-item.ts';
import { BtreeScan } from './btree-scan.ts';
import { type EflagFilter, passesFilter } from './eflag-filter.ts';

export interface BtreeRead {
  readonly elements: readonly BtreeElement[];
  /** True if the range meets the end of the tree that trims have pushed elements out of. */
  readonly trimmed: boolean;
}

/** The elements in `range` that pass, after the first `offset` of them, at most `count` (0 = all). Removes them on request. */
export function readBtree(
  item: BtreeItem,
  range: BkeyRange,
  filter: EflagFilter | undefined,
  offset: number,
  count: number,
  remove: boolean,
): BtreeRead {
  const scan = new BtreeScan(item, range);
  const elements: BtreeElement[] = [];
  const places: number[] = [];
  let trimmed = scan.startTrimmed;
  let skipped = 0;
  const single = range.order === 'single';
  for (let element = scan.element; element !== undefined; element = single ? undefined : scan.next()) {
    if (!passesFilter(element.eflag, filter)) continue;
    if (skipped < offset) {
      skipped++;
      continue;
    }
    elements.push(element);
    places.push(scan.at);
    if (elements.length === count) return { elements: finish(item, elements, places, remove), trimmed };
  }
  if (!single && scan.endTrimmed) trimmed = true;
  return { elements: finish(item, elements, places, remove), trimmed };
}

/** How many elements in `range` pass. */
export function countBtree(item: BtreeItem, range: BkeyRange, filter: EflagFilter | undefined): number {
  const scan = new BtreeScan(item, range);
  let count = 0;
  for (let element = scan.element; element !== undefined; element = scan.next()) {
    if (passesFilter(element.eflag, filter)) count++;
  }
  return count;
}

/** Position of an element counted from the smallest (`asc`) or largest bkey; undefined if there is no such element. */
export function positionInBtree(item: BtreeItem, bkey: Bkey, order: 'asc' | 'desc'): number | undefined {
  const place = item.indexOf(bkey);
  if (!place.exact) return undefined;
  return order === 'asc' ? place.at : item.count - 1 - place.at;
}

/** The elements at positions `from..to`, backwards if `from > to`; empty if both lie behind the last. */
export function sliceBtree(item: BtreeItem, order: 'asc' | 'desc', from: number, to: number): readonly BtreeElement[] {
  const last = item.count - 1;
  if (from > last && to > last) return [];
  const ends = [Math.min(from, last), Math.min(to, last)].map((at) => (order === 'asc' ? at : last - at));
  const [first = 0, final = 0] = ends;
  const found = item.elements.slice(Math.min(first, final), Math.max(first, final) + 1);
  return first > final ? found.reverse() : found;
}

function finish(item: BtreeItem, elements: BtreeElement[], places: number[], remove: boolean): BtreeElement[] {
  if (!remove) return elements;
  // From the back, so that the earlier places stay true; neighbours go together.
  places.sort((a, b) => a - b);
  for (let end = places.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && places[start - 1] === places[start]! - 1) start--;
    item.removeAt(places[start]!, end - start);
    end = start;
  }
  return elements;
}
