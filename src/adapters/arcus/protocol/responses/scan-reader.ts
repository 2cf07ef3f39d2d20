import type { ArcusResponse } from '../response.ts';
import type { ScannedKey, ScannedPrefix } from '../response-admin.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

/** A scan: `KEYS|PREFIXES <n> <cursor>`, n lines, `END`. */
export class ScanReader implements ResponseReader {
  readonly #of: 'keys' | 'prefixes';
  readonly #keys: ScannedKey[] = [];
  readonly #prefixes: ScannedPrefix[] = [];
  #cursor = '';
  #left = -1;

  constructor(of: 'keys' | 'prefixes') {
    this.#of = of;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    while (input.line()) {
      if (this.#left < 0) {
        if (!input.skip(this.#of === 'keys' ? 'KEYS ' : 'PREFIXES ')) {
          return readStatus(input) ?? readFailure(input, false) ?? input.fail('expected KEYS or PREFIXES');
        }
        this.#left = input.elementCount();
        input.blank();
        this.#cursor = input.word();
      } else if (this.#left > 0) {
        this.#left--;
        this.#readEntry(input);
      } else return this.#readEnd(input);
      input.end();
    }
    return undefined;
  }

  #readEntry(input: ResponseInput): void {
    const name = input.word();
    input.blank();
    if (this.#of === 'keys') {
      const itemType = input.word();
      input.blank();
      this.#keys.push({ key: name, itemType, exptime: input.int() });
      return;
    }
    const items = input.uint(Number.MAX_SAFE_INTEGER);
    input.blank();
    const bytes = input.uint(Number.MAX_SAFE_INTEGER);
    input.blank();
    this.#prefixes.push({ prefix: name, items, bytes, created: input.word() });
  }

  #readEnd(input: ResponseInput): ArcusResponse {
    if (!input.is('END')) return readFailure(input, false, true) ?? input.fail('expected END');
    const cursor = this.#cursor;
    if (this.#of === 'keys') return { type: 'keys', fatal: false, cursor, keys: this.#keys };
    return { type: 'prefixes', fatal: false, cursor, prefixes: this.#prefixes };
  }
}
