import { ITEM_HEADER, Item } from './item.ts';

/** A plain value. Its data never changes: a store replaces the item. */
export class KvItem extends Item {
  readonly type = 'kv';
  readonly data: Uint8Array;

  constructor(key: string, flags: number, expireAt: number, data: Uint8Array) {
    super(key, flags, expireAt);
    this.data = data;
  }

  get space(): number {
    return ITEM_HEADER + this.key.length + this.data.length + 2;
  }
}
