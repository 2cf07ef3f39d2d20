import { maxU32 } from '../arguments/integer.ts';
import type { ArcusResponse } from '../response.ts';
import type { BtreeBlock, BtreeBlockStatus, BtreeElement } from '../response-btree.ts';
import type { ResponseInput } from '../response-input.ts';
import { AskedNames } from './asked-names.ts';
import { BtreeElementReader } from './btree-element-reader.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

const withElements: readonly BtreeBlockStatus[] = ['OK', 'TRIMMED'];
const without: readonly BtreeBlockStatus[] = [
  'NOT_FOUND',
  'NOT_FOUND_ELEMENT',
  'OUT_OF_RANGE',
  'TYPE_MISMATCH',
  'BKEY_MISMATCH',
  'UNREADABLE',
];

/** `bop mget`: `VALUE <key> <status> [<flags> <n>]` and n lines `ELEMENT ...` for each key; `END`. */
export class BlocksReader implements ResponseReader {
  readonly #keys: AskedNames;
  readonly #reader = new BtreeElementReader();
  readonly #blocks: BtreeBlock[] = [];
  #elements: BtreeElement[] = [];
  #missing = 0;
  #total = 0;
  #inElement = false;

  constructor(keys: readonly string[]) {
    this.#keys = new AskedNames(keys);
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    for (;;) {
      while (this.#missing > 0) {
        if (!this.#readElement(input)) return undefined;
      }
      if (!input.line()) return undefined;
      if (input.is('END')) {
        if (this.#keys.left > 0) input.fail('expected a block for each key before END');
        return { type: 'blocks', fatal: false, blocks: this.#blocks };
      }
      const begun = this.#blocks.length > 0;
      if (!input.skip('VALUE ')) {
        const failure = (begun ? undefined : readStatus(input)) ?? readFailure(input, true, begun);
        return failure ?? input.fail('expected VALUE or END');
      }
      this.#readHead(input);
    }
  }

  #readHead(input: ResponseInput): void {
    const left = this.#keys.left;
    const key = this.#keys.read(input);
    if (this.#keys.left !== left - 1) input.fail('expected a block for each key', 'unexpected_key');
    input.blank();
    const empty = without.find((word) => input.is(word));
    if (empty !== undefined) {
      this.#blocks.push({ key, status: empty, flags: undefined, elements: [] });
      return;
    }
    const status = withElements.find((word) => input.skipWord(word)) ?? input.fail('expected the status of a block');
    input.blank();
    const flags = input.uint(maxU32);
    input.blank();
    this.#missing = input.elementCount();
    this.#total += this.#missing;
    if (this.#total > input.limits.maxElements) input.fail('expected fewer elements', 'too_many_elements');
    input.end();
    this.#elements = [];
    this.#blocks.push({ key, status, flags, elements: this.#elements });
  }

  #readElement(input: ResponseInput): boolean {
    if (!this.#inElement) {
      if (!input.wordBeforeData()) return false;
      if (!input.is('ELEMENT')) input.fail('expected ELEMENT');
      this.#inElement = true;
    }
    const element = this.#reader.read(input);
    if (element === undefined) return false;
    this.#elements.push(element);
    this.#inElement = false;
    this.#missing--;
    return true;
  }
}
