import { maxU32 } from '../arguments/integer.ts';
import type { ResponseInput } from '../response-input.ts';
import { AskedNames } from './asked-names.ts';

/** Reads the items of a response to `get` or its kin: `VALUE <key> <flags> <bytes>`, then the data. */
export class ItemReader {
  readonly #names: AskedNames;
  readonly #textFlags: number;
  protected key = '';
  protected flags = 0;
  /** Bytes of the data that comes next; -1 while it is a line. */
  protected size = -1;

  /** @param textFlags those of an item that is to come as text; -1 for none */
  constructor(keys: readonly string[], textFlags: number) {
    this.#names = new AskedNames(keys);
    this.#textFlags = textFlags;
  }

  /** Keys behind the one that was read last. */
  protected get left(): number {
    return this.#names.left;
  }

  /** The line behind `VALUE `, up to the size. */
  protected readHead(input: ResponseInput): void {
    this.key = this.#names.read(input);
    input.blank();
    this.flags = input.uint(maxU32);
    input.blank();
    this.size = input.uint(input.limits.maxValueBytes, 'data_too_long');
  }

  /** The data, once it has come: as text if it has the flags of text and is UTF-8. */
  protected readData(input: ResponseInput): string | Uint8Array | undefined {
    const data = this.flags === this.#textFlags ? input.text(this.size) : input.data(this.size);
    if (data !== undefined) this.size = -1;
    return data;
  }
}
