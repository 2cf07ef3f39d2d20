import { ArcusArgumentError } from './arguments/argument-error.ts';
import { defaultEncodeLimits, type EncodeLimits } from './arguments/encode-limits.ts';

const encoder = new TextEncoder();
/** Where short text is encoded first: to make a view of the slab for each costs as much again. */
const scratch = new Uint8Array(512);
/** What is left of a slab when it is not worth going on with: bytes. */
const NEARLY_FULL = 1_024;
const hexDigits = '0123456789ABCDEF';

/**
 * Collects the bytes of commands in a slab, one copy from argument to wire. Bytes that were taken are never
 * written again, so they may still lie in a socket's queue while the rest of the slab is being filled.
 */
export class ByteWriter {
  readonly limits: EncodeLimits;
  readonly #slabBytes: number;
  #slab: Uint8Array;
  #start = 0;
  #end = 0;

  constructor(slabBytes: number, limits: EncodeLimits = defaultEncodeLimits) {
    this.limits = limits;
    this.#slabBytes = slabBytes;
    this.#slab = new Uint8Array(slabBytes);
  }

  /** Bytes written and not taken. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Hands over what was written since the last call. */
  take(): Uint8Array {
    const taken = this.#slab.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return taken;
  }

  /** Hands over what was written if the slab is nearly full, and goes on in a new one: or what waits would be copied there. */
  seal(): Uint8Array | undefined {
    if (this.#slab.length - this.#end >= NEARLY_FULL || this.length === 0) return undefined;
    const sealed = this.take();
    this.#slab = new Uint8Array(this.#slabBytes);
    this.#start = this.#end = 0;
    return sealed;
  }

  /** Forgets everything after the first `length` bytes not taken. */
  truncate(length: number): void {
    this.#end = this.#start + length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#slab[this.#end++] = value;
  }

  /** Text of our own that is known to be ASCII; never an argument of a caller. */
  ascii(text: string): void {
    this.#reserve(text.length);
    const slab = this.#slab;
    let at = this.#end;
    for (let i = 0; i < text.length; i++) slab[at++] = text.charCodeAt(i);
    this.#end = at;
  }

  /** A safe integer from 0 up. */
  digits(value: number): void {
    if (value > 0x7fff_ffff) {
      this.ascii(value.toString());
      return;
    }
    this.#reserve(10);
    let size = 1;
    for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) size++;
    let rest = value | 0;
    for (let at = this.#end + size - 1; at >= this.#end; at--) {
      const tens = (rest / 10) | 0;
      this.#slab[at] = 48 + rest - tens * 10;
      rest = tens;
    }
    this.#end += size;
  }

  hex(bytes: Uint8Array): void {
    this.ascii('0x');
    for (let i = 0; i < bytes.length; i++) {
      const value = bytes[i]!;
      this.byte(hexDigits.charCodeAt(value >> 4));
      this.byte(hexDigits.charCodeAt(value & 15));
    }
  }

  /** A block's `size` bytes and the CRLF that ends it. */
  block(data: Uint8Array, size: number): void {
    this.#reserve(size + 2);
    this.#slab.set(data.length === size ? data : data.subarray(0, size), this.#end);
    this.#end += size;
    this.#slab[this.#end++] = 13;
    this.#slab[this.#end++] = 10;
  }

  /** A block of text that is ASCII, and its CRLF. Returns false, with nothing written, if it is not. */
  asciiBlock(text: string): boolean {
    const size = text.length;
    this.#reserve(size + 2);
    const slab = this.#slab;
    const end = this.#end + size;
    const short = size <= scratch.length && scratch.length <= slab.length - this.#end;
    const { read, written } = encoder.encodeInto(text, short ? scratch : slab.subarray(this.#end, end));
    // What is not ASCII has more bytes than characters.
    if (read !== size || written !== size) return false;
    if (short) slab.set(scratch, this.#end);
    slab[end] = 13;
    slab[end + 1] = 10;
    this.#end = end + 2;
    return true;
  }

  /**
   * A caller's text as one token of UTF-8, refusing what would end the token or the line: the only way by which a
   * caller's text reaches a header, and so the place where injection is impossible.
   * @returns the bytes written
   */
  token(text: string, argument: string, maxBytes: number): number {
    if (typeof text !== 'string') throw new ArcusArgumentError(argument, 'must be a string', text);
    const units = text.length;
    if (units === 0 || units > maxBytes)
      throw new ArcusArgumentError(argument, `must have 1 to ${maxBytes} bytes`, text);
    this.#reserve(units * 3);
    const slab = this.#slab;
    const from = this.#end;
    let at = from;
    for (let i = 0; i < units; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        if (unit === 32 || unit === 13 || unit === 10 || unit === 0) {
          throw new ArcusArgumentError(argument, 'must not contain a blank, CR, LF or NUL', text);
        }
        slab[at++] = unit;
      } else if (unit < 0x800) {
        slab[at++] = 0xc0 | (unit >> 6);
        slab[at++] = 0x80 | (unit & 63);
      } else {
        const point = text.codePointAt(i)!;
        if (point > 0xffff) {
          slab[at++] = 0xf0 | (point >> 18);
          slab[at++] = 0x80 | ((point >> 12) & 63);
          i++;
        } else if (point >= 0xd800 && point <= 0xdfff) {
          // A lone surrogate has no UTF-8: replacing it would make different keys one.
          throw new ArcusArgumentError(argument, 'must be well-formed text, without lone surrogates', text);
        } else {
          slab[at++] = 0xe0 | (point >> 12);
        }
        slab[at++] = 0x80 | ((point >> 6) & 63);
        slab[at++] = 0x80 | (point & 63);
      }
    }
    if (at - from > maxBytes) throw new ArcusArgumentError(argument, `must have 1 to ${maxBytes} bytes`, text);
    this.#end = at;
    return at - from;
  }

  #reserve(bytes: number): void {
    if (this.#slab.length - this.#end >= bytes) return;
    const kept = this.#slab.subarray(this.#start, this.#end);
    this.#slab = new Uint8Array(Math.max(this.#slabBytes, (kept.length + bytes) * 2));
    this.#slab.set(kept);
    this.#start = 0;
    this.#end = kept.length;
  }
}
