import { GobError, type GobErrorCode } from './gob-error.ts';
import { type GobLimits, limitError } from './limits.ts';
import { readText } from './read-text.ts';

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Gob's primitive values out of one message: `pos` up to `end` of `bytes`. `base` is the offset of `bytes[0]` in the
 * stream, for errors. `depth` and `budget` are what the limits still allow the value that is being read.
 */
export class ByteReader {
  bytes: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  base = 0;
  depth = 0;
  budget = 0;
  readonly limits: GobLimits;
  high = 0;
  low = 0;

  constructor(limits: GobLimits) {
    this.limits = limits;
  }

  fail(code: GobErrorCode, text: string): never {
    throw new GobError(code, text, this.base + this.pos);
  }

  /** Called around the parts of a composite value. */
  enter(): void {
    if (--this.depth < 0) this.passed('depth', 'a value inside values');
  }

  leave(): void {
    this.depth++;
  }

  /** Accounts for values that are about to be made. */
  spend(values: number): void {
    this.budget -= values;
    if (this.budget < 0) this.passed('values', 'what the message becomes');
  }

  /** Fails at a limit. */
  passed(limit: keyof GobLimits, what: string): never {
    throw limitError(limit, this.limits[limit], what, this.base + this.pos);
  }

  truncated(what: string): never {
    this.fail('ERR_GOB_TRUNCATED', `expected ${what}, got the end of the message`);
  }

  /** Reads 64 bits into `high` and `low`. Non-minimal forms are accepted, as Go does. */
  wide(): void {
    const { bytes, pos, end } = this;
    if (pos >= end) this.truncated('a number');
    const first = bytes[pos]!;
    this.high = 0;
    if (first < 0x80) {
      this.low = first;
      this.pos = pos + 1;
      return;
    }
    const count = 256 - first;
    if (count > 8) this.fail('ERR_GOB_CORRUPT', `expected a number of at most 8 bytes, got one of ${count}`);
    if (pos + 1 + count > end) this.truncated(`a number of ${count} bytes`);
    let high = 0;
    let low = 0;
    let at = pos + 1;
    for (let i = count; i > 4; i--) high = (high << 8) | bytes[at++]!;
    for (let i = Math.min(count, 4); i > 0; i--) low = (low << 8) | bytes[at++]!;
    this.high = high >>> 0;
    this.low = low >>> 0;
    this.pos = at;
  }

  /** An unsigned number that `number` holds exactly. */
  uint(): number {
    const first = this.bytes[this.pos]!;
    if (first < 0x80 && this.pos < this.end) {
      this.pos++;
      return first;
    }
    const start = this.pos;
    this.wide();
    if (this.high > 0x1fffff) this.#tooWide(start, this.#bigUintHeld());
    return this.high * 0x100000000 + this.low;
  }

  /** A signed number that `number` holds exactly. */
  int(): number {
    const first = this.bytes[this.pos]!;
    if (first < 0x80 && this.pos < this.end) {
      this.pos++;
      return first & 1 ? ~(first >> 1) : first >> 1;
    }
    const start = this.pos;
    this.wide();
    const magnitude = this.high * 0x80000000 + (this.low >>> 1);
    // The bitwise complement of 2^53 - 1 is -2^53, which is not a safe integer any more.
    if (magnitude > Number.MAX_SAFE_INTEGER - (this.low & 1)) this.#tooWide(start, this.#bigIntHeld());
    return this.low & 1 ? -magnitude - 1 : magnitude;
  }

  /** The step to a struct's next field; 0 at its end, which the end of the message is too. */
  delta(): number {
    if (this.pos >= this.end) return 0;
    const first = this.bytes[this.pos]!;
    if (first >= 0x80) return this.size();
    this.pos++;
    return first;
  }

  bigUint(): bigint {
    this.wide();
    return this.#bigUintHeld();
  }

  bigInt(): bigint {
    this.wide();
    return this.#bigIntHeld();
  }

  float(): number {
    this.wide();
    scratch.setUint32(0, this.high);
    scratch.setUint32(4, this.low);
    return scratch.getFloat64(0, true);
  }

  /** A count of things of at least one byte each, so never more than the bytes left. */
  count(what: string, bytesEach = 1): number {
    const count = this.size();
    if (count * bytesEach > this.end - this.pos) {
      this.fail('ERR_GOB_TRUNCATED', `expected ${count} ${what}, got ${this.end - this.pos} bytes`);
    }
    return count;
  }

  /** A length or count as such: what is no safe integer is no length either. */
  size(): number {
    this.wide();
    if (this.high > 0x1fffff) this.fail('ERR_GOB_CORRUPT', `${this.#bigUintHeld()} is no length`);
    return this.high * 0x100000000 + this.low;
  }

  /** Counted bytes, copied: the buffer below is used again. */
  counted(): Uint8Array {
    const length = this.count('bytes');
    const start = this.pos;
    this.pos += length;
    return this.bytes.slice(start, this.pos);
  }

  /** Counted UTF-8, or `undefined` (nothing consumed) if it is not UTF-8. */
  text(): string | undefined {
    const start = this.pos;
    const length = this.count('bytes');
    const text = readText(this.bytes, this.pos, this.pos + length);
    this.pos = text === undefined ? start : this.pos + length;
    return text;
  }

  /** Passes over counted bytes if they are this text, which is short and ASCII; nothing is consumed if not. */
  is(text: string): boolean {
    const { bytes, pos } = this;
    const { length } = text;
    if (length > 0x7f || bytes[pos] !== length || pos + 1 + length > this.end) return false;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit !== bytes[pos + 1 + i] || unit >= 0x80) return false;
    }
    this.pos = pos + 1 + length;
    return true;
  }

  #bigUintHeld(): bigint {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  #bigIntHeld(): bigint {
    const bits = this.#bigUintHeld();
    return bits & 1n ? ~(bits >> 1n) : bits >> 1n;
  }

  #tooWide(start: number, value: bigint): never {
    this.pos = start;
    this.fail('ERR_GOB_RANGE', `${value} is beyond what a number holds exactly; read it with asBigInt`);
  }
}
