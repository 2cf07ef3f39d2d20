import { type CollectionAttributes, CollectionItem, type OverflowAction } from './collection-item.ts';
import { ELEMENT_HEADER } from './item.ts';

export interface MapElement {
  readonly field: string;
  readonly data: Uint8Array;
}

/** A map from fields to values. It keeps the order of insertion, where the real server has an order of hash values. */
export class MapItem extends CollectionItem {
  readonly type = 'map';
  readonly overflows: readonly OverflowAction[] = ['error'];
  readonly #elements = new Map<string, MapElement>();

  constructor(key: string, attributes: CollectionAttributes, limit: () => number) {
    super(key, attributes, 'error', limit);
  }

  get count(): number {
    return this.#elements.size;
  }

  insert(field: string, data: Uint8Array, replace: boolean): 'STORED' | 'REPLACED' | 'ELEMENT_EXISTS' | 'OVERFLOWED' {
    if (this.#elements.has(field)) {
      if (!replace) return 'ELEMENT_EXISTS';
      this.update(field, data);
      return 'REPLACED';
    }
    if (this.count >= this.maxcount) return 'OVERFLOWED';
    this.#elements.set(field, { field, data });
    this.elementSpace += ELEMENT_HEADER + field.length + data.length;
    return 'STORED';
  }

  /** False if there is no such field. */
  update(field: string, data: Uint8Array): boolean {
    const old = this.#elements.get(field);
    if (old === undefined) return false;
    this.elementSpace += data.length - old.data.length;
    this.#elements.set(field, { field, data });
    return true;
  }

  /** The elements of the fields asked for, in that order and as often; all if no field is given. With `remove` each is taken out as it is found. */
  get(fields: readonly string[], remove: boolean): readonly MapElement[] {
    const found: MapElement[] = [];
    for (const field of fields.length === 0 ? [...this.#elements.keys()] : fields) {
      const element = this.#elements.get(field);
      if (element === undefined) continue;
      found.push(element);
      if (remove) this.#remove(element);
    }
    return found;
  }

  #remove(element: MapElement): void {
    this.#elements.delete(element.field);
    this.elementSpace -= ELEMENT_HEADER + element.field.length + element.data.length;
  }
}
