import { maxU32 } from '../arguments/integer.ts';
import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import type { Value } from '../response-items.ts';
import { AskedNames } from './asked-names.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';

/** `get` and its kin: `VALUE <key> <flags> <bytes> [<cas>]`, data, and so on; `END`. */
export class ValuesReader implements ResponseReader {
  readonly #keys: AskedNames;
  readonly #withCas: boolean;
  readonly #withData: boolean;
  readonly #textFlags: number;
  readonly #values: Value[] = [];
  #key = '';
  #flags = 0;
  #cas: bigint | undefined = undefined;
  #size = -1;
  #text: string | undefined = undefined;

  /** @param textFlags those of an item that is to come as text; -1 for none */
  constructor(keys: readonly string[], withCas: boolean, withData: boolean, textFlags = -1) {
    this.#keys = new AskedNames(keys);
    this.#withCas = withCas;
    this.#withData = withData;
    this.#textFlags = textFlags;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    for (;;) {
      if (this.#size < 0) {
        if (!input.line()) return undefined;
        if (input.is('END')) return this.#whole();
        if (!input.skip('VALUE ')) {
          return readFailure(input, this.#withData, this.#key !== '') ?? input.fail('expected VALUE or END');
        }
        this.#readHead(input);
      }
      const data = this.#flags === this.#textFlags ? input.text(this.#size) : input.data(this.#size);
      if (data === undefined) return undefined;
      if (typeof data === 'string') this.#text = data;
      else this.#values.push({ key: this.#key, flags: this.#flags, data, cas: this.#cas });
      this.#size = -1;
    }
  }

  #whole(): ArcusResponse {
    if (this.#text !== undefined) return { type: 'text', fatal: false, text: this.#text };
    return { type: 'values', fatal: false, values: this.#values };
  }

  #readHead(input: ResponseInput): void {
    this.#key = this.#keys.read(input);
    input.blank();
    this.#flags = input.uint(maxU32);
    input.blank();
    this.#size = input.uint(input.limits.maxValueBytes, 'data_too_long');
    if (this.#withCas) {
      input.blank();
      this.#cas = input.u64();
    }
    input.end();
  }
}
