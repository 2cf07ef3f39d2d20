import type { BkeyRange } from './bkey-range.ts';
import type { BtreeElement, BtreeItem } from './btree-item.ts';

/** A walk over the elements of one b+tree that lie in a range, in the range's order. */
export class BtreeScan {
  readonly item: BtreeItem;
  readonly range: BkeyRange;
  /** Index of the current element; -1 before the first one, `count` after the last. */
  #at: number;
  #ended: boolean;
  /** True once it has moved to the far end of the range: then it stops there. Any other walk looks one further, and may run off the tree. */
  #arrived = false;
  /** True if the first bkey of the range is in the tree. */
  readonly exact: boolean;

  constructor(item: BtreeItem, range: BkeyRange) {
    this.item = item;
    this.range = range;
    const place = item.indexOf(range.from);
    this.exact = place.exact;
    this.#at = place.at;
    if (!place.exact) {
      if (range.order === 'descending' || (range.order === 'single' && place.at === 0)) this.#at = place.at - 1;
      const first = item.elements[this.#at];
      this.#ended = range.order === 'single' || first === undefined || range.passed(first.bkey);
    } else {
      this.#ended = false;
    }
  }

  get at(): number {
    return this.#at;
  }

  /** Undefined once the range is exhausted. */
  get element(): BtreeElement | undefined {
    return this.#ended ? undefined : this.item.elements[this.#at];
  }

  next(): BtreeElement | undefined {
    if (this.#ended) return undefined;
    if (this.#arrived) {
      this.#ended = true;
      return undefined;
    }
    this.#at += this.range.step;
    const element = this.item.elements[this.#at];
    this.#ended = element === undefined || this.range.passed(element.bkey);
    this.#arrived = element?.bkey === this.range.to;
    return this.element;
  }

  /** True if what a trim has pushed out may have lain in the range before where the walk started. To be asked before `next`. */
  get startTrimmed(): boolean {
    return !this.exact && this.#touchesTrim(true);
  }

  /** True if the walk has run off the tree at the end that trims have pushed elements out of. */
  get endTrimmed(): boolean {
    return (this.#at < 0 || this.#at >= this.item.count) && this.#touchesTrim(false);
  }

  #touchesTrim(start: boolean): boolean {
    const { item, range } = this;
    if (!item.trimmed) return false;
    if (item.overflow === 'smallest_trim') {
      return this.#at < 0 || (start && this.#at === 0 && range.order === 'ascending');
    }
    if (item.overflow === 'largest_trim') {
      return this.#at >= item.count || (start && this.#at === item.count - 1 && range.order === 'descending');
    }
    return false;
  }
}
