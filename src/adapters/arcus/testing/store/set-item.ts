import { latin1 } from '../latin1.ts';
import { type CollectionAttributes, CollectionItem, type OverflowAction } from './collection-item.ts';
import { ELEMENT_HEADER } from './item.ts';

/** A set of byte strings. It keeps the order of insertion, where the real server has an order of hash values. */
export class SetItem extends CollectionItem {
  readonly type = 'set';
  readonly overflows: readonly OverflowAction[] = ['error'];
  readonly #elements = new Map<string, Uint8Array>();

  constructor(key: string, attributes: CollectionAttributes, limit: () => number) {
    super(key, attributes, 'error', limit);
  }

  get count(): number {
    return this.#elements.size;
  }

  insert(data: Uint8Array): 'STORED' | 'OVERFLOWED' | 'ELEMENT_EXISTS' {
    if (this.count >= this.maxcount) return 'OVERFLOWED';
    const name = latin1.decode(data);
    if (this.#elements.has(name)) return 'ELEMENT_EXISTS';
    this.#elements.set(name, data);
    this.elementSpace += ELEMENT_HEADER + data.length;
    return 'STORED';
  }

  has(data: Uint8Array): boolean {
    return this.#elements.has(latin1.decode(data));
  }

  delete(data: Uint8Array): boolean {
    const found = this.#elements.delete(latin1.decode(data));
    if (found) this.elementSpace -= ELEMENT_HEADER + data.length;
    return found;
  }

  /** `count` elements, all of them if 0. The real server picks at random; here they are the oldest. */
  take(count: number): readonly Uint8Array[] {
    const all = [...this.#elements.values()];
    return count === 0 ? all : all.slice(0, count);
  }
}
