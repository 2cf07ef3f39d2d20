import type { Bkey } from '../arguments/bkey.ts';
import { maxU32 } from '../arguments/integer.ts';
import type { ArcusResponse } from '../response.ts';
import type { MergedElement } from '../response-btree.ts';
import type { ResponseInput } from '../response-input.ts';
import { BtreeElementReader } from './btree-element-reader.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

type Section = 'head' | 'elements' | 'missed head' | 'missed' | 'trimmed head' | 'trimmed' | 'trailer';

/**
 * `bop smget`: three counted sections, `ELEMENTS`, `MISSED_KEYS`, `TRIMMED_KEYS`, then `END` or `DUPLICATED`. A server
 * asked without a mode uses the retired form: head `VALUE`, no causes, no third section, its trailers.
 */
export class MergeReader implements ResponseReader {
  readonly #keys: ReadonlySet<string>;
  readonly #reader = new BtreeElementReader();
  readonly #elements: MergedElement[] = [];
  readonly #missed: { key: string; cause: string }[] = [];
  readonly #trimmed: { key: string; bkey: Bkey }[] = [];
  #section: Section = 'head';
  #left = 0;
  #retired = false;
  #key: string | undefined;
  #flags = -1;

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys);
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    for (;;) {
      if (this.#section === 'elements') {
        while (this.#left > 0) if (!this.#readElement(input)) return undefined;
        this.#section = 'missed head';
      }
      if (!input.line()) return undefined;
      if (this.#section === 'head') {
        this.#retired = input.skip('VALUE ');
        if (!this.#retired && !input.skip('ELEMENTS ')) {
          return readStatus(input) ?? readFailure(input, true) ?? input.fail('expected ELEMENTS or a status line');
        }
        this.#enter('elements', input);
      } else if (this.#section === 'trailer') return this.#readTrailer(input);
      else this.#readKeyLine(input);
    }
  }

  #enter(section: Section, input: ResponseInput): void {
    this.#section = section;
    this.#left = input.elementCount();
    input.end();
    if (this.#left === 0) this.#leave();
  }

  #leave(): void {
    if (this.#section === 'elements') this.#section = 'missed head';
    else if (this.#section === 'missed' && !this.#retired) this.#section = 'trimmed head';
    else this.#section = 'trailer';
  }

  #readElement(input: ResponseInput): boolean {
    if (this.#key === undefined) {
      if (!input.wordBeforeData()) return false;
      this.#key = this.#readKey(input);
      input.end();
    }
    if (this.#flags < 0) {
      if (!input.wordBeforeData()) return false;
      this.#flags = input.uint(maxU32);
      input.end();
    }
    const element = this.#reader.read(input);
    if (element === undefined) return false;
    this.#elements.push({ key: this.#key, flags: this.#flags, ...element });
    this.#key = undefined;
    this.#flags = -1;
    this.#left--;
    return true;
  }

  #readKeyLine(input: ResponseInput): void {
    if (this.#section === 'missed head') {
      if (!input.skip('MISSED_KEYS ')) input.fail('expected MISSED_KEYS');
      this.#enter('missed', input);
      return;
    }
    if (this.#section === 'trimmed head') {
      if (!input.skip('TRIMMED_KEYS ')) input.fail('expected TRIMMED_KEYS');
      this.#enter('trimmed', input);
      return;
    }
    const key = this.#readKey(input);
    if (this.#section === 'trimmed') {
      input.blank();
      this.#trimmed.push({ key, bkey: input.bkey() });
    } else {
      let cause = '';
      if (!this.#retired) {
        input.blank();
        cause = input.word();
      }
      this.#missed.push({ key, cause });
    }
    input.end();
    if (--this.#left === 0) this.#leave();
  }

  #readKey(input: ResponseInput): string {
    const key = input.word();
    if (!this.#keys.has(key)) input.fail('expected a key that was asked for', 'unexpected_key');
    return key;
  }

  #readTrailer(input: ResponseInput): ArcusResponse {
    const duplicated = input.is('DUPLICATED') || (this.#retired && input.is('DUPLICATED_TRIMMED'));
    if (!duplicated && !input.is('END') && !(this.#retired && input.is('TRIMMED'))) {
      return readFailure(input, true, true) ?? input.fail('expected END or DUPLICATED');
    }
    const { elements, missed, trimmed } = {
      elements: this.#elements,
      missed: this.#missed,
      trimmed: this.#trimmed,
    };
    return { type: 'merged', fatal: false, elements, missed, trimmed, duplicated };
  }
}
