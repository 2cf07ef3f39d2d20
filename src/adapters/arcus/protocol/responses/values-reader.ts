import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import type { Value } from '../response-items.ts';
import { readFailure } from './failure.ts';
import { ItemReader } from './item-reader.ts';
import type { ResponseReader } from './response-reader.ts';

/** `get` and its kin: `VALUE <key> <flags> <bytes> [<cas>]`, data, and so on; `END`. */
export class ValuesReader extends ItemReader implements ResponseReader {
  readonly #withCas: boolean;
  readonly #withData: boolean;
  readonly #values: Value[] = [];
  #cas: bigint | undefined = undefined;
  #text: string | undefined = undefined;

  /** @param textFlags those of an item that is to come as text; -1 for none */
  constructor(keys: readonly string[], withCas: boolean, withData: boolean, textFlags = -1) {
    super(keys, textFlags);
    this.#withCas = withCas;
    this.#withData = withData;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    for (;;) {
      if (this.size < 0) {
        if (!input.line()) return undefined;
        if (input.is('END')) return this.#whole();
        if (!input.skip('VALUE ')) {
          return readFailure(input, this.#withData, this.key !== '') ?? input.fail('expected VALUE or END');
        }
        this.readHead(input);
        if (this.#withCas) {
          input.blank();
          this.#cas = input.u64();
        }
        input.end();
      }
      const data = this.readData(input);
      if (data === undefined) return undefined;
      if (typeof data === 'string') this.#text = data;
      else this.#values.push({ key: this.key, flags: this.flags, data, cas: this.#cas });
    }
  }

  #whole(): ArcusResponse {
    if (this.#text !== undefined) return { type: 'text', fatal: false, text: this.#text };
    return { type: 'values', fatal: false, values: this.#values };
  }
}
