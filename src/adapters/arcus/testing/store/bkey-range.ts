import { type Bkey, type BkeyKind, bkeyKind, compareBkeys } from './bkey.ts';

/** One bkey, or a range that is walked from `from` to `to`. */
export class BkeyRange {
  readonly from: Bkey;
  readonly to: Bkey;
  readonly order: 'single' | 'ascending' | 'descending';

  constructor(from: Bkey, to: Bkey) {
    this.from = from;
    this.to = to;
    const order = compareBkeys(from, to);
    this.order = order === 0 ? 'single' : order < 0 ? 'ascending' : 'descending';
  }

  get kind(): BkeyKind {
    return bkeyKind(this.from);
  }

  /** How far an index moves from one element to the next. */
  get step(): 1 | -1 {
    return this.order === 'descending' ? -1 : 1;
  }

  /** True if `bkey` lies beyond `to`. */
  passed(bkey: Bkey): boolean {
    return compareBkeys(bkey, this.to) * this.step > 0;
  }
}
