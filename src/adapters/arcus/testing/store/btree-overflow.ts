import { type Bkey, compareBkeys, previousBkey, subtractBkeys } from './bkey.ts';
import type { BtreeElement, BtreeItem } from './btree-item.ts';

/** `range`: the bkeys would lie too far apart; `count`: there would be too many elements. */
export type BtreeOverflow = 'none' | 'range' | 'count';

/** Whether a new `bkey` overflows a b+tree that is not empty, and if so whether its overflow action can make room. */
export function checkOverflow(item: BtreeItem, bkey: Bkey): BtreeOverflow | 'OUT_OF_RANGE' | 'OVERFLOWED' {
  const smallest = item.elements[0]!.bkey;
  const largest = item.elements.at(-1)!.bkey;
  const below = compareBkeys(bkey, smallest) < 0;
  const above = compareBkeys(bkey, largest) > 0;
  const trimsSmallest = item.overflow === 'smallest_trim' || item.overflow === 'smallest_silent_trim';
  const trimsLargest = item.overflow === 'largest_trim' || item.overflow === 'largest_silent_trim';

  if (item.maxBkeyRange !== undefined && (below || above)) {
    const [high, low] = below ? [largest, bkey] : [bkey, smallest];
    if (compareBkeys(subtractBkeys(high, low, item.maxBkeyRange), item.maxBkeyRange) > 0) {
      return (below ? trimsLargest : trimsSmallest) ? 'range' : 'OUT_OF_RANGE';
    }
  }
  if (item.count < item.maxcount) return 'none';
  if (item.overflow === 'error') return 'OVERFLOWED';
  if (trimsSmallest ? below : above) {
    // The new element itself is what the trim would push out.
    if (reports(item)) item.trimmed = true;
    return 'OUT_OF_RANGE';
  }
  return 'count';
}

/** Makes the room that `checkOverflow` asked for, after `bkey` has been put in. Answers the one element that a count overflow pushed out. */
export function trimBtree(item: BtreeItem, bkey: Bkey, overflow: BtreeOverflow): BtreeElement | undefined {
  if (overflow === 'none') return undefined;
  const fromSmallest = item.overflow === 'smallest_trim' || item.overflow === 'smallest_silent_trim';
  if (overflow === 'count') {
    if (reports(item)) item.trimmed = true;
    return item.removeAt(fromSmallest ? 0 : item.count - 1, 1)[0];
  }
  if (reports(item)) item.trimmed = false;
  const range = item.maxBkeyRange!;
  if (fromSmallest) {
    const last = previousBkey(subtractBkeys(bkey, range, range));
    const end = item.indexOf(last);
    item.removeAt(0, end.exact ? end.at + 1 : end.at);
  } else {
    const largest = item.elements.at(-1)!.bkey;
    const excess = previousBkey(subtractBkeys(subtractBkeys(largest, bkey, range), range, range));
    const start = item.indexOf(subtractBkeys(largest, excess, range));
    item.removeAt(start.at, item.count - start.at);
  }
  return undefined;
}

/** True for the actions whose trimming readers are told of. */
function reports(item: BtreeItem): boolean {
  return item.overflow === 'smallest_trim' || item.overflow === 'largest_trim';
}
