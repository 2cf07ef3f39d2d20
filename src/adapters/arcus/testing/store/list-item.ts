import { type CollectionAttributes, CollectionItem, type OverflowAction } from './collection-item.ts';
import { ELEMENT_HEADER } from './item.ts';

/** A list: elements by index, negative ones from the tail. */
export class ListItem extends CollectionItem {
  readonly type = 'list';
  readonly overflows: readonly OverflowAction[] = ['error', 'head_trim', 'tail_trim'];
  readonly #elements: Uint8Array[] = [];

  constructor(key: string, attributes: CollectionAttributes, limit: () => number) {
    super(key, attributes, 'tail_trim', limit);
  }

  get count(): number {
    return this.#elements.length;
  }

  insert(index: number, data: Uint8Array): 'STORED' | 'OUT_OF_RANGE' | 'OVERFLOWED' {
    const distance = index < 0 ? -index : index + 1;
    if (distance > this.count + 1 || distance > this.maxcount) return 'OUT_OF_RANGE';
    let at = index;
    if (this.count >= this.maxcount) {
      if (this.overflow === 'error') return 'OVERFLOWED';
      at = this.#makeRoom(index);
    }
    if (at < 0) at = Math.max(0, at + this.count + 1);
    this.#elements.splice(at, 0, data);
    this.elementSpace += ELEMENT_HEADER + data.length;
    return 'STORED';
  }

  /** The elements `from..to`, backwards if `from` lies after `to`; empty if the range meets none. */
  range(from: number, to: number): readonly Uint8Array[] {
    const span = this.#span(from, to);
    if (span === undefined) return [];
    const found = this.#elements.slice(span.low, span.high + 1);
    return span.backwards ? found.reverse() : found;
  }

  /** Removes the elements `from..to`; true if there were any. */
  delete(from: number, to: number): boolean {
    const span = this.#span(from, to);
    if (span === undefined) return false;
    this.#remove(span.low, span.high - span.low + 1);
    return true;
  }

  /** An insert at an end drops the opposite end, whatever the overflow action; any other drops the end the action names. Answers the index to insert at then. */
  #makeRoom(index: number): number {
    if (index === 0 || index === -1) {
      this.#remove(index === -1 ? 0 : this.count - 1, 1);
      return index;
    }
    const head = this.overflow === 'head_trim';
    this.#remove(head ? 0 : this.count - 1, 1);
    if (head) return index > 0 ? index - 1 : index;
    return index < 0 ? index + 1 : index;
  }

  #span(from: number, to: number): { low: number; high: number; backwards: boolean } | undefined {
    const last = this.count - 1;
    const first = from < 0 ? from + this.count : from;
    const final = to < 0 ? to + this.count : to;
    if (last < 0 || (first < 0 && final < 0) || (first > last && final > last)) return undefined;
    const a = Math.min(Math.max(first, 0), last);
    const b = Math.min(Math.max(final, 0), last);
    return { low: Math.min(a, b), high: Math.max(a, b), backwards: a > b };
  }

  #remove(at: number, count: number): void {
    for (const data of this.#elements.splice(at, count)) this.elementSpace -= ELEMENT_HEADER + data.length;
  }
}
