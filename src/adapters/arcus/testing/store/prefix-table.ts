import type { ItemType } from './item.ts';

const VALID_NAME = /^(?!-)[A-Za-z0-9_+.-]+$/;

/** One prefix (the part of a key before its first colon) and what is stored under it. '' stands for keys without one. */
export class PrefixEntry {
  readonly name: string;
  /** Unix time in seconds. */
  createdAt: number;
  /** Items stored up to this server second are flushed once it is reached; 0 = none. */
  oldestLive = 0;
  readonly counts: Record<ItemType, number> = { kv: 0, list: 0, set: 0, map: 0, btree: 0 };
  readonly bytes: Record<ItemType, number> = { kv: 0, list: 0, set: 0, map: 0, btree: 0 };

  constructor(name: string, createdAt: number) {
    this.name = name;
    this.createdAt = createdAt;
  }

  get items(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  get space(): number {
    return Object.values(this.bytes).reduce((sum, bytes) => sum + bytes, 0);
  }
}

/** The prefixes of the stored items. An entry goes with its last item; the one without a name stays. */
export class PrefixTable {
  readonly #entries = new Map<string, PrefixEntry>();

  constructor(createdAt: number) {
    this.#entries.set('', new PrefixEntry('', createdAt));
  }

  /** The prefix a key lies under. A colon in front does not count, but one behind it does. */
  nameOf(key: string): string {
    const colon = key.indexOf(':', 1);
    return colon < 0 ? '' : key.slice(0, colon);
  }

  find(name: string): PrefixEntry | undefined {
    return this.#entries.get(name);
  }

  /** The entry for a new item under `name`, made if need be; undefined if that is no valid name. */
  join(name: string, type: ItemType, now: number): PrefixEntry | undefined {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      if (!VALID_NAME.test(name)) return undefined;
      entry = new PrefixEntry(name, now);
      this.#entries.set(name, entry);
    } else if (name === '') {
      entry.createdAt = now;
    }
    entry.counts[type]++;
    return entry;
  }

  leave(entry: PrefixEntry, type: ItemType): void {
    entry.counts[type]--;
    if (entry.name !== '' && entry.items === 0) this.#entries.delete(entry.name);
  }

  /** The entries that hold items. */
  used(): readonly PrefixEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.items > 0);
  }
}
