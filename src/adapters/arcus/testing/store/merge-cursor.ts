import { type Bkey, compareBkeys } from './bkey.ts';
import type { BkeyRange } from './bkey-range.ts';
import type { BtreeElement, BtreeItem } from './btree-item.ts';
import { BtreeScan } from './btree-scan.ts';
import { type EflagFilter, passesFilter } from './eflag-filter.ts';

/** The walk through one tree of a merge get, standing on its next element that passes the filter. */
export class MergeCursor {
  readonly item: BtreeItem;
  readonly scan: BtreeScan;
  readonly #filter: EflagFilter | undefined;
  #last: BtreeElement | undefined = undefined;

  constructor(item: BtreeItem, range: BkeyRange, filter: EflagFilter | undefined) {
    this.item = item;
    this.scan = new BtreeScan(item, range);
    this.#filter = filter;
  }

  get element(): BtreeElement {
    return this.scan.element!;
  }

  /** The last bkey it has walked over. */
  get lastBkey(): Bkey {
    return this.#last!.bkey;
  }

  /** Goes on to the first element from here (`leave`: from behind here) that passes. False at the end. */
  seek(leave: boolean): boolean {
    let element = this.scan.element;
    let skip = leave;
    while (element !== undefined && (skip || !passesFilter(element.eflag, this.#filter))) {
      skip = false;
      this.#last = element;
      element = this.scan.next();
    }
    return element !== undefined;
  }

  /** Orders by bkey in the direction of the walk, then by key in the same direction. */
  compare(other: MergeCursor): number {
    const order = compareBkeys(this.element.bkey, other.element.bkey) || compareKeys(this.item.key, other.item.key);
    return order * this.scan.range.step;
  }
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
