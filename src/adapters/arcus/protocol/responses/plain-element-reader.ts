import type { ResponseInput } from '../response-input.ts';
import type { ElementReader } from './element-reader.ts';

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
