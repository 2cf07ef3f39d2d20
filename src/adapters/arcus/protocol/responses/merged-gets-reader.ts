import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import type { TextValueResponse, ValuesResponse } from '../response-items.ts';
import { readFailure } from './failure.ts';
import { ItemReader } from './item-reader.ts';
import type { ResponseReader } from './response-reader.ts';

const missing: ValuesResponse = { type: 'values', fatal: false, values: [] };

/**
 * One `get` of several keys, answered key by key: each `read` gives the response to the next of them, as if it had been asked for alone.
 * That a key is missing is known by what comes instead, the value of a later one or `END`. With `END` the last one's response is
 * complete. A failure is that of the whole request, whichever of its keys have been answered.
 */
export class MergedGetsReader extends ItemReader implements ResponseReader {
  readonly #count: number;
  /** The key to be answered next; those before `#known` are missing. */
  #next = 0;
  #known = 0;
  /** The last key's value, which waits for `END`. */
  #last: ValuesResponse | TextValueResponse | undefined = undefined;

  /** @param textFlags those of an item that is to come as text; -1 for none */
  constructor(keys: readonly string[], textFlags: number) {
    super(keys, textFlags);
    this.#count = keys.length;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    for (;;) {
      if (this.#next < this.#known) {
        this.#next++;
        return missing;
      }
      if (this.size >= 0) {
        const response = this.#readValue(input);
        if (response === undefined || this.#next < this.#count) return response;
        this.#last = response;
      }
      if (!input.line()) return undefined;
      if (input.is('END')) {
        if (this.#last !== undefined) return this.#last;
        this.#known = this.#count;
      } else {
        if (!input.skip('VALUE ')) {
          return readFailure(input, false, this.key !== '') ?? input.fail('expected VALUE or END');
        }
        this.readHead(input);
        input.end();
        this.#known = this.#count - this.left - 1;
      }
    }
  }

  #readValue(input: ResponseInput): ValuesResponse | TextValueResponse | undefined {
    const data = this.readData(input);
    if (data === undefined) return undefined;
    this.#known = ++this.#next;
    if (typeof data === 'string') return { type: 'text', fatal: false, text: data };
    return { type: 'values', fatal: false, values: [{ key: this.key, flags: this.flags, data, cas: undefined }] };
  }
}
