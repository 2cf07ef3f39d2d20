import type { Bkey, BkeyRange, EflagFilter } from 'timed-operation/arcus';

/** The words of a header, taken from left to right; the slow and obvious counterpart of the encoder. */
export class RequestWords {
  readonly #words: string[];

  constructor(header: string) {
    this.#words = header.split(' ').map((word) => Buffer.from(word, 'latin1').toString('utf8'));
  }

  get left(): number {
    return this.#words.length;
  }

  get end(): boolean {
    return this.#words.length === 0;
  }

  take(): string {
    const word = this.#words.shift();
    if (word === undefined) throw new Error('too few words');
    return word;
  }

  /** All that are left. */
  all(): string[] {
    return this.#words.splice(0);
  }

  /** Takes the word if it is the next. */
  has(word: string): boolean {
    if (this.#words[0] !== word) return false;
    this.#words.shift();
    return true;
  }

  oneOf<W extends string>(...words: readonly W[]): W | undefined {
    return words.find((word) => this.has(word));
  }

  /** Whether nothing follows this word (or any) but the keyword that asks for no response. */
  isLast(word = this.#words[0]): boolean {
    const [first, ...rest] = this.#words;
    return first === word && rest.every((other) => other === 'noreply');
  }

  peek(pattern: RegExp): boolean {
    return this.#words[0] !== undefined && pattern.test(this.#words[0]);
  }

  int(): number {
    const word = this.take();
    if (!/^-?\d+$/.test(word)) throw new Error(`no integer: ${word}`);
    return Number(word);
  }

  big(): bigint {
    return BigInt(this.take());
  }

  hex(): Uint8Array {
    return toBytes(this.take());
  }

  bkey(): Bkey {
    return toBkey(this.take());
  }

  bkeyOrRange(): Bkey | BkeyRange {
    const [from = '', to] = this.take().split('..');
    return to === undefined ? toBkey(from) : { from: toBkey(from), to: toBkey(to) };
  }

  numberOrRange(): number | { from: number; to: number } {
    const word = this.take();
    if (!/^-?\d+(\.\.-?\d+)?$/.test(word)) throw new Error(`no index: ${word}`);
    const [from, to] = word.split('..');
    return to === undefined ? Number(from) : { from: Number(from), to: Number(to) };
  }

  filter(): { filter?: EflagFilter } {
    const isFilter = this.#words[1] !== undefined && /^([&|^]|[ENLG][QETZ])$/.test(this.#words[1]);
    if (!isFilter) return {};
    const offset = this.int();
    const operator = this.oneOf('&', '|', '^');
    const bitwise = operator && { operator, value: this.hex() };
    const comparison = this.oneOf('EQ', 'NE', 'LT', 'LE', 'GT', 'GE');
    if (comparison === undefined) throw new Error('no comparison');
    const values = this.take().split(',').map(toBytes);
    return { filter: { offset, ...(bitwise && { bitwise }), comparison, values } };
  }
}

function toBytes(word: string): Uint8Array {
  if (!/^0x([0-9a-f]{2})+$/i.test(word)) throw new Error(`no hex: ${word}`);
  return new Uint8Array(Buffer.from(word.slice(2), 'hex'));
}

export function toBkey(word: string): Bkey {
  return word.startsWith('0x') ? toBytes(word) : BigInt(word);
}
