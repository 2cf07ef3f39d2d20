import { ITEM_HEADER, Item, type ItemType } from './item.ts';

export type OverflowAction =
  | 'error'
  | 'head_trim'
  | 'tail_trim'
  | 'smallest_trim'
  | 'largest_trim'
  | 'smallest_silent_trim'
  | 'largest_silent_trim';

export type CollectionType = Exclude<ItemType, 'kv'>;

/** What a create asks for; `maxcount` as sent, `overflow` undefined for the type's default. */
export interface CollectionAttributes {
  readonly flags: number;
  readonly expireAt: number;
  readonly maxcount: number;
  readonly overflow: OverflowAction | undefined;
  readonly readable: boolean;
}

/** What `setattr` may change of a collection besides its expiry. */
export interface CollectionChange {
  readonly maxcount?: number;
  readonly overflow?: OverflowAction;
  readonly readable?: true;
}

const DEFAULT_MAXCOUNT = 4000;
/** `maxcount` of a collection that follows the server's limit as it is configured. */
const UP_TO_LIMIT = -1;

/** A list, set, map or b+tree: what they have in common. */
export abstract class CollectionItem extends Item {
  abstract override readonly type: CollectionType;
  /** Overflow actions the type knows. */
  abstract readonly overflows: readonly OverflowAction[];
  readonly #limit: () => number;
  #maxcount: number;
  overflow: OverflowAction;
  readable: boolean;
  /** Bytes of its elements. */
  protected elementSpace = 0;

  constructor(key: string, attributes: CollectionAttributes, fallback: OverflowAction, limit: () => number) {
    super(key, attributes.flags, attributes.expireAt);
    this.#limit = limit;
    this.#maxcount = this.#clamped(attributes.maxcount);
    this.overflow = attributes.overflow ?? fallback;
    this.readable = attributes.readable;
  }

  abstract get count(): number;

  get maxcount(): number {
    return this.#maxcount === UP_TO_LIMIT ? this.#limit() : this.#maxcount;
  }

  get space(): number {
    return ITEM_HEADER + this.key.length + this.elementSpace;
  }

  /** True if all of `change` is possible; `apply` then does it. */
  accepts(change: CollectionChange): boolean {
    if (change.overflow !== undefined && !this.overflows.includes(change.overflow)) return false;
    if (change.maxcount === undefined) return true;
    const maxcount = this.#clamped(change.maxcount);
    return maxcount === UP_TO_LIMIT || maxcount >= this.count;
  }

  apply(change: CollectionChange): void {
    if (change.maxcount !== undefined) this.#maxcount = this.#clamped(change.maxcount);
    if (change.overflow !== undefined) this.overflow = change.overflow;
    if (change.readable) this.readable = true;
  }

  #clamped(maxcount: number): number {
    if (maxcount < 0) return UP_TO_LIMIT;
    return maxcount === 0 ? DEFAULT_MAXCOUNT : Math.min(maxcount, this.#limit());
  }
}
