import type { PrefixEntry } from './prefix-table.ts';

export type ItemType = 'kv' | 'list' | 'set' | 'map' | 'btree';

/** What every stored item has, whatever its type. Keys are strings of one character a byte. */
export abstract class Item {
  abstract readonly type: ItemType;
  readonly key: string;
  readonly flags: number;
  expireAt: number;
  /** When it was stored (server seconds); a flush compares with it. */
  storedAt = 0;
  cas = 0n;
  prefix: PrefixEntry | undefined = undefined;
  /** The part of `space` that the store has counted. */
  charged = 0;

  constructor(key: string, flags: number, expireAt: number) {
    this.key = key;
    this.flags = flags;
    this.expireAt = expireAt;
  }

  /** Roughly the bytes it takes in memory. */
  abstract get space(): number;
}

/** Bytes the real server needs for an item besides its key and data. */
export const ITEM_HEADER = 72;
/** Bytes counted for an element besides its data. */
export const ELEMENT_HEADER = 32;
