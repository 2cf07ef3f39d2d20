import { BtreeItem } from './btree-item.ts';
import type { CollectionAttributes, CollectionType } from './collection-item.ts';
import { ITEM_HEADER, type Item } from './item.ts';
import { ListItem } from './list-item.ts';
import { MapItem } from './map-item.ts';
import { PrefixTable } from './prefix-table.ts';
import { SetItem } from './set-item.ts';
import { type StoreLimits, storeLimits } from './store-limits.ts';
import { type ServerClock, STICKY, StoreTime } from './store-time.ts';

/** The class that keeps each type of collection. */
export interface Collections {
  readonly list: ListItem;
  readonly set: SetItem;
  readonly map: MapItem;
  readonly btree: BtreeItem;
}

export interface ItemStoreOptions {
  readonly clock: ServerClock;
  /** Unix time in seconds at which the clock was started. Default: what `Date.now()` says. */
  readonly startedAt?: number;
  readonly limits?: Partial<StoreLimits>;
}

const LARGEST_ITEM = 1024 * 1024;

/** The items of one server: who is there, how long, and how much room they take. What an item does with its content is its own affair. */
export class ItemStore {
  readonly time: StoreTime;
  readonly limits: StoreLimits;
  readonly prefixes: PrefixTable;
  /** In order of use, the least recently used first. */
  readonly #items = new Map<string, Item>();
  #oldestLive = 0;
  #cas = 0n;
  #used = 0;
  #sticky = 0;
  evictions = 0;

  constructor(options: ItemStoreOptions) {
    this.limits = storeLimits(options.limits);
    this.time = new StoreTime(options.clock, options.startedAt ?? Math.floor(Date.now() / 1000));
    this.prefixes = new PrefixTable(this.time.unix());
  }

  get size(): number {
    return this.#items.size;
  }

  /** Bytes in use, and those of sticky items among them. */
  get space(): { readonly used: number; readonly sticky: number } {
    return { used: this.#used, sticky: this.#sticky };
  }

  /** The live item under `key`; one that has expired or was flushed is dropped on the way. */
  find(key: string): Item | undefined {
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    if (!this.#isLive(item)) {
      this.remove(item);
      return undefined;
    }
    this.#items.delete(key);
    this.#items.set(key, item);
    return item;
  }

  /** Every stored item, also those that have expired but were not asked for since. */
  all(): readonly Item[] {
    return [...this.#items.values()];
  }

  /** Puts a new item in, under a key that is free. */
  add(item: Item): 'ADDED' | 'BAD_PREFIX' {
    const prefix = this.prefixes.join(this.prefixes.nameOf(item.key), item.type, this.time.unix());
    if (prefix === undefined) return 'BAD_PREFIX';
    item.prefix = prefix;
    item.storedAt = this.time.now();
    item.cas = ++this.#cas;
    this.#items.set(item.key, item);
    this.settle(item);
    return 'ADDED';
  }

  /** Puts `item` in the place of an `old` one with the same key. */
  replace(old: Item, item: Item): void {
    const prefix = old.prefix;
    // The prefix outlives the moment between the two, and with it a flush that is still to come.
    if (prefix !== undefined) prefix.counts[old.type]++;
    this.remove(old);
    this.add(item);
    if (prefix !== undefined) this.prefixes.leave(prefix, old.type);
  }

  remove(item: Item): void {
    if (item.prefix === undefined) return;
    this.#charge(item, 0);
    this.prefixes.leave(item.prefix, item.type);
    item.prefix = undefined;
    this.#items.delete(item.key);
  }

  /** Counts what a change of `item` has added or freed, and evicts others if the memory limit is passed. */
  settle(item: Item): void {
    this.#charge(item, item.space);
    if (this.#used <= this.limits.memoryLimit) return;
    for (const other of this.#items.values()) {
      if (other === item || other.expireAt === STICKY) continue;
      this.remove(other);
      this.evictions++;
      if (this.#used <= this.limits.memoryLimit) return;
    }
  }

  /** True if a value of `length` bytes fits under `key`: item header, key and CRLF share the mebibyte with it. */
  fits(key: string, length: number): boolean {
    return ITEM_HEADER + key.length + length + 2 <= LARGEST_ITEM;
  }

  /** True if an item with this expiry may not grow, since sticky items take all the room they may. */
  isFull(expireAt: number): boolean {
    return expireAt === STICKY && this.#sticky >= this.limits.stickyLimit;
  }

  newCollection<T extends CollectionType>(type: T, key: string, attributes: CollectionAttributes): Collections[T];
  newCollection(type: CollectionType, key: string, attributes: CollectionAttributes): Item {
    switch (type) {
      case 'list':
        return new ListItem(key, attributes, () => this.limits.maxListSize);
      case 'set':
        return new SetItem(key, attributes, () => this.limits.maxSetSize);
      case 'map':
        return new MapItem(key, attributes, () => this.limits.maxMapSize);
      case 'btree':
        return new BtreeItem(key, attributes, () => this.limits.maxBtreeSize);
    }
  }

  /** Flushes what is stored, or once `when` (server seconds, 0 = now) is reached what was stored until then. With a prefix ('' = keys without one) only that. */
  flush(when: number, prefix?: string): 'FLUSHED' | 'NO_PREFIX' {
    const oldestLive = (when === 0 ? this.time.now() : when) - 1;
    const entry = prefix === undefined ? undefined : this.prefixes.find(prefix);
    if (prefix !== undefined && entry === undefined) return 'NO_PREFIX';
    if (entry === undefined) this.#oldestLive = oldestLive;
    else entry.oldestLive = oldestLive;
    for (const item of this.#items.values()) {
      if (item.storedAt >= oldestLive && (entry === undefined || item.prefix === entry)) this.remove(item);
    }
    return 'FLUSHED';
  }

  #isLive(item: Item): boolean {
    const now = this.time.now();
    if (item.expireAt > 0 && item.expireAt <= now) return false;
    const flushed = (oldest: number): boolean => oldest !== 0 && oldest <= now && item.storedAt <= oldest;
    return !flushed(this.#oldestLive) && !flushed(item.prefix?.oldestLive ?? 0);
  }

  #charge(item: Item, space: number): void {
    const more = space - item.charged;
    item.charged = space;
    this.#used += more;
    if (item.expireAt === STICKY) this.#sticky += more;
    if (item.prefix !== undefined) item.prefix.bytes[item.type] += more;
  }
}
