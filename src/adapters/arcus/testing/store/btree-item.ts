import { cInteger } from '../c-integer.ts';
import { latin1 } from '../latin1.ts';
import { type Bkey, type BkeyKind, bkeyKind, compareBkeys, subtractBkeys } from './bkey.ts';
import { checkOverflow, trimBtree } from './btree-overflow.ts';
import {
  type CollectionAttributes,
  type CollectionChange,
  CollectionItem,
  type OverflowAction,
} from './collection-item.ts';
import { type EflagUpdate, updatedEflag } from './eflag-update.ts';
import { ELEMENT_HEADER } from './item.ts';

export interface BtreeElement {
  readonly bkey: Bkey;
  /** Upper-case hex digits, '' for none. */
  readonly eflag: string;
  readonly data: Uint8Array;
}

export interface BtreeChange extends CollectionChange {
  /** 0 takes the limit away. */
  readonly maxBkeyRange?: Bkey;
}

export interface BtreeInsert {
  readonly status: 'STORED' | 'REPLACED' | 'ELEMENT_EXISTS' | 'BKEY_MISMATCH' | 'OVERFLOWED' | 'OUT_OF_RANGE';
  /** What an overflow of the element count pushed out. */
  readonly evicted?: BtreeElement | undefined;
}

const U64 = (1n << 64n) - 1n;

/** A b+tree: elements sorted by bkey, all bkeys of one kind. (Here a sorted array: the order is what a caller can see.) */
export class BtreeItem extends CollectionItem {
  readonly type = 'btree';
  readonly overflows: readonly OverflowAction[] = [
    'error',
    'smallest_trim',
    'largest_trim',
    'smallest_silent_trim',
    'largest_silent_trim',
  ];
  readonly elements: BtreeElement[] = [];
  /** Kind of the bkeys it holds, or held last. */
  kind: BkeyKind | undefined = undefined;
  /** Largest distance allowed between its smallest and largest bkey. */
  maxBkeyRange: Bkey | undefined = undefined;
  /** True once a trim that is not silent pushed something out: reads that reach beyond that end say so. */
  trimmed = false;

  constructor(key: string, attributes: CollectionAttributes, limit: () => number) {
    super(key, attributes, 'smallest_trim', limit);
  }

  get count(): number {
    return this.elements.length;
  }

  mismatches(kind: BkeyKind): boolean {
    return this.kind !== undefined && this.kind !== kind;
  }

  /** Index of the first element whose bkey is not below `bkey`. */
  indexOf(bkey: Bkey): { readonly at: number; readonly exact: boolean } {
    let low = 0;
    let high = this.elements.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compareBkeys(this.elements[middle]!.bkey, bkey);
      if (order === 0) return { at: middle, exact: true };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { at: low, exact: false };
  }

  insert(element: BtreeElement, replace: boolean): BtreeInsert {
    const bound = this.count > 0 || this.maxBkeyRange !== undefined;
    if (bound && this.mismatches(bkeyKind(element.bkey))) return { status: 'BKEY_MISMATCH' };
    const place = this.indexOf(element.bkey);
    if (place.exact) {
      if (!replace) return { status: 'ELEMENT_EXISTS' };
      this.replaceAt(place.at, element);
      return { status: 'REPLACED' };
    }
    const overflow = this.count > 0 ? checkOverflow(this, element.bkey) : 'none';
    if (overflow === 'OUT_OF_RANGE' || overflow === 'OVERFLOWED') return { status: overflow };
    if (this.count === 0) this.kind = bkeyKind(element.bkey);
    this.elements.splice(place.at, 0, element);
    this.elementSpace += spaceOf(element);
    return { status: 'STORED', evicted: trimBtree(this, element.bkey, overflow) };
  }

  /** Changes flag, data or both of one element; undefined keeps the part. */
  update(
    bkey: Bkey,
    eflag: EflagUpdate | undefined,
    data: Uint8Array | undefined,
  ): 'UPDATED' | 'NOT_FOUND_ELEMENT' | 'EFLAG_MISMATCH' {
    const place = this.indexOf(bkey);
    const old = this.elements[place.at];
    if (!place.exact || old === undefined) return 'NOT_FOUND_ELEMENT';
    const flag = eflag === undefined ? old.eflag : updatedEflag(old.eflag, eflag);
    if (flag === undefined) return 'EFLAG_MISMATCH';
    this.replaceAt(place.at, { bkey, eflag: flag, data: data ?? old.data });
    return 'UPDATED';
  }

  /** Adds `delta` (wrapping at 2^64), or takes it away (stopping at 0). Undefined if the element is no number. */
  add(at: number, delta: bigint, up: boolean): bigint | undefined {
    const old = this.elements[at]!;
    const value = old.data.length === 0 ? undefined : cInteger.u64(`${latin1.decode(old.data)}\r\n`);
    if (value === undefined) return undefined;
    const result = up ? (value + delta) & U64 : value > delta ? value - delta : 0n;
    this.replaceAt(at, { ...old, data: latin1.encode(result.toString()) });
    return result;
  }

  replaceAt(at: number, element: BtreeElement): void {
    this.elementSpace += spaceOf(element) - spaceOf(this.elements[at]!);
    this.elements[at] = element;
  }

  removeAt(at: number, count: number): readonly BtreeElement[] {
    const removed = this.elements.splice(at, count);
    for (const element of removed) this.elementSpace -= spaceOf(element);
    return removed;
  }

  override accepts(change: BtreeChange): boolean {
    if (!super.accepts(change)) return false;
    const range = change.maxBkeyRange;
    if (range === undefined || range === 0n || this.count === 0) return true;
    if (this.mismatches(bkeyKind(range))) return false;
    const width = subtractBkeys(this.elements.at(-1)!.bkey, this.elements[0]!.bkey, range);
    return this.count < 2 || range === this.maxBkeyRange || compareBkeys(width, range) <= 0;
  }

  override apply(change: BtreeChange): void {
    if (change.overflow !== undefined && change.overflow !== this.overflow) this.trimmed = false;
    super.apply(change);
    const range = change.maxBkeyRange;
    if (range === undefined || (range === 0n && this.maxBkeyRange === undefined)) return;
    if (this.count === 0) this.kind = range === 0n ? undefined : bkeyKind(range);
    this.maxBkeyRange = range === 0n ? undefined : range;
  }
}

function spaceOf(element: BtreeElement): number {
  const bkey = typeof element.bkey === 'bigint' ? 8 : element.bkey.length / 2;
  return ELEMENT_HEADER + bkey + element.eflag.length / 2 + element.data.length;
}
