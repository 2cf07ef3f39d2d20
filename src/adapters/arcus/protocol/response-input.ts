import type { Bkey } from './arguments/bkey.ts';
import { ArcusProtocolError, type ProtocolFault } from './protocol-error.ts';
import { ReceivedBytes } from './received-bytes.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** So many digits are a safe integer. */
const exactDigits = 15;

/**
 * Reads the words of the line or the word that `ReceivedBytes` has marked, from left to right. Every method either
 * reads what it is named after or refuses the bytes with an `ArcusProtocolError`.
 */
export class ResponseInput extends ReceivedBytes {
  /** Whether the rest of the line is this text. */
  is(text: string): boolean {
    return this.stop - this.at === text.length && this.#matches(text);
  }

  /** Passes over this text, if the rest of the line begins with it. */
  skip(text: string): boolean {
    if (this.stop - this.at < text.length || !this.#matches(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Passes over `text` if it is the next word, whole. */
  skipWord(text: string): boolean {
    const end = this.at + text.length;
    if (end <= this.stop && (end === this.stop || this.bytes[end] === 32) && this.#matches(text)) {
      this.at = end;
      return true;
    }
    return this.#skipLongWord(text);
  }

  blank(): void {
    if (this.at >= this.stop || this.bytes[this.at] !== 32) this.fail('expected a blank');
    this.at++;
  }

  end(): void {
    if (this.at !== this.stop) this.fail('expected the end of the line');
  }

  /** Text up to the next blank. */
  word(): string {
    const end = this.#wordEnd();
    if (end === this.at) this.fail('expected a word');
    const text = this.#text(this.at, end);
    this.at = end;
    return text;
  }

  /** The rest of the line. */
  rest(): string {
    const text = this.#text(this.at, this.stop);
    this.at = this.stop;
    return text;
  }

  /** Digits, as a number from 0 to `max`. */
  uint(max: number, fault: ProtocolFault = 'malformed'): number {
    const from = this.at;
    let value = 0;
    let at = from;
    for (; at < this.stop; at++) {
      const digit = this.bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === from || at - from > exactDigits) this.fail(`expected an integer from 0 to ${max}`);
    if (value > max) this.fail(`expected an integer from 0 to ${max}`, fault);
    this.at = at;
    return value;
  }

  isDigit(): boolean {
    const first = this.bytes[this.at]!;
    return this.at < this.stop && first >= 48 && first <= 57;
  }

  /** The count of elements or lines that follow. */
  elementCount(): number {
    return this.uint(this.limits.maxElements, 'too_many_elements');
  }

  /** The word that ends here: the length of an element's data. */
  elementSize(): number {
    const size = this.uint(this.limits.maxElementBytes, 'data_too_long');
    this.end();
    return size;
  }

  /** Digits, perhaps with a minus. */
  int(): number {
    const negative = this.skip('-');
    const value = this.uint(Number.MAX_SAFE_INTEGER);
    return negative ? 0 - value : value;
  }

  /** Digits, as a bigint from 0 to 2^64-1. */
  u64(): bigint {
    const end = this.#wordEnd();
    const size = end - this.at;
    if (size <= exactDigits) return BigInt(this.uint(Number.MAX_SAFE_INTEGER));
    const text = this.#text(this.at, end);
    const value = size <= 20 && /^\d+$/.test(text) ? BigInt.asUintN(64, BigInt(text)) : undefined;
    if (value === undefined || value.toString() !== text) this.fail('expected an integer of 64 bits without sign');
    this.at = end;
    return value;
  }

  isHex(): boolean {
    return this.bytes[this.at] === 48 && this.bytes[this.at + 1] === 120 && this.stop - this.at >= 2;
  }

  /** `0x` and the hex digits of 1 to 31 bytes. */
  hex(): Uint8Array {
    const end = this.#wordEnd();
    const size = (end - this.at - 2) / 2;
    if (!this.isHex() || !Number.isInteger(size) || size < 1 || size > 31) this.fail('expected 1 to 31 bytes in hex');
    const value = new Uint8Array(size);
    for (let i = 0, at = this.at + 2; i < size; i++, at += 2) {
      value[i] = (this.#hexDigit(at) << 4) | this.#hexDigit(at + 1);
    }
    this.at = end;
    return value;
  }

  bkey(): Bkey {
    return this.isHex() ? this.hex() : this.u64();
  }

  /** Refuses the bytes from the start of the line or word that is being read. */
  fail(expected: string, fault: ProtocolFault = 'malformed'): never {
    throw new ArcusProtocolError(fault, expected, this.markOffset, this.bytes.subarray(this.mark, this.stop));
  }

  /** Whether ASCII text stands here. */
  #matches(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (this.bytes[this.at + i] !== unit || unit > 0x7f) return false;
    }
    return true;
  }

  /** Text with other than ASCII, which has more bytes than characters: compared as bytes, since text can be lossy. */
  #skipLongWord(text: string): boolean {
    const end = this.#wordEnd();
    if (end - this.at <= text.length) return false;
    const wanted = encoder.encode(text);
    if (end - this.at !== wanted.length) return false;
    for (let i = 0; i < wanted.length; i++) if (this.bytes[this.at + i] !== wanted[i]) return false;
    this.at = end;
    return true;
  }

  #hexDigit(at: number): number {
    const digit = this.bytes[at]!;
    if (digit >= 48 && digit <= 57) return digit - 48;
    const letter = digit & 0xdf;
    if (letter < 65 || letter > 70) this.fail('expected hex digits');
    return letter - 55;
  }

  #wordEnd(): number {
    let end = this.at;
    while (end < this.stop && this.bytes[end] !== 32) end++;
    return end;
  }

  #text(from: number, to: number): string {
    if (to - from > 64) return utf8.decode(this.bytes.subarray(from, to));
    let text = '';
    for (let at = from; at < to; at++) {
      const unit = this.bytes[at]!;
      if (unit > 0x7f) return utf8.decode(this.bytes.subarray(from, to));
      text += String.fromCharCode(unit);
    }
    return text;
  }
}
