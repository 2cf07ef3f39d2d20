import type { Bkey } from '../arguments/bkey.ts';
import type { BtreeElement } from '../reply-btree.ts';
import type { MapElement } from '../reply-items.ts';
import type { ResponseInput } from '../response-input.ts';
import { AskedNames } from './asked-names.ts';

/** Decodes elements of a collection, one after the other, each as soon as it is complete. */
export interface ElementReader<E> {
  read(input: ResponseInput): E | undefined;
}

/** `<bytes> <data>`. */
export class PlainElementReader implements ElementReader<Uint8Array> {
  #size = -1;

  read(input: ResponseInput): Uint8Array | undefined {
    if (this.#size < 0) {
      if (!input.wordBeforeData()) return undefined;
      this.#size = input.elementSize();
    }
    const data = input.data(this.#size);
    if (data !== undefined) this.#size = -1;
    return data;
  }
}

/** `<field> <bytes> <data>`. */
export class MapElementReader implements ElementReader<MapElement> {
  readonly #fields: AskedNames | undefined;
  readonly #data = new PlainElementReader();
  #field: string | undefined;

  constructor(fields: readonly string[] | 'all') {
    this.#fields = fields === 'all' ? undefined : new AskedNames(fields);
  }

  read(input: ResponseInput): MapElement | undefined {
    if (this.#field === undefined) {
      if (!input.wordBeforeData()) return undefined;
      this.#field = this.#fields === undefined ? input.word() : this.#fields.read(input);
      input.end();
    }
    const data = this.#data.read(input);
    if (data === undefined) return undefined;
    const field = this.#field;
    this.#field = undefined;
    return { field, data };
  }
}

/** `<bkey> [<eflag>] <bytes> <data>`: a second word in hex is the eflag. */
export class BtreeElementReader implements ElementReader<BtreeElement> {
  #bkey: Bkey | undefined;
  #eflag: Uint8Array | undefined;
  #size = -1;

  read(input: ResponseInput): BtreeElement | undefined {
    if (this.#bkey === undefined) {
      if (!input.wordBeforeData()) return undefined;
      this.#bkey = input.bkey();
      input.end();
    }
    while (this.#size < 0) {
      if (!input.wordBeforeData()) return undefined;
      if (this.#eflag === undefined && input.isHex()) {
        this.#eflag = input.hex();
        input.end();
      } else this.#size = input.elementSize();
    }
    const data = input.data(this.#size);
    if (data === undefined) return undefined;
    const element = { bkey: this.#bkey, eflag: this.#eflag, data };
    this.#bkey = this.#eflag = undefined;
    this.#size = -1;
    return element;
  }
}
