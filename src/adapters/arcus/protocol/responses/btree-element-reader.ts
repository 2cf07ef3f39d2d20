import type { Bkey } from '../arguments/bkey.ts';
import type { BtreeElement } from '../response-btree.ts';
import type { ResponseInput } from '../response-input.ts';
import type { ElementReader } from './element-reader.ts';

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
