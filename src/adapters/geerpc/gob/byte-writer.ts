import { writeText } from './write-text.ts';

const scratch = new DataView(new ArrayBuffer(8));
const smallCopy = 64;
const initialRoom = 256;
const keptRoom = 64 * 1024;
/** What is cut off shares memory with what follows it, up to so many bytes. */
const sharedRoom = 8 * 1024;

/** Gob's primitive values into a buffer that grows. It checks nothing but room: kinds check their values. */
export class ByteWriter {
  bytes: Uint8Array;
  /** What is written is `bytes` from `start` up to `end`. */
  start = 0;
  end = 0;

  constructor(room: number = initialRoom) {
    this.bytes = new Uint8Array(room);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Makes room for `more` bytes. */
  reserve(more: number): void {
    const { bytes, start, end, length } = this;
    if (end + more <= bytes.length) return;
    // Used up bit by bit, or too small for what is written now.
    const usual = start > 0 ? Math.min(bytes.length * 2, sharedRoom) : bytes.length * 2;
    this.bytes = new Uint8Array(Math.max(usual, length + more));
    this.bytes.set(bytes.subarray(start, end));
    this.start = 0;
    this.end = length;
  }

  /** Everything written so far, in bytes of its own; the writer is then empty. */
  take(): Uint8Array {
    const taken = this.bytes.slice(this.start, this.end);
    this.clear();
    return taken;
  }

  /** The same without a copy: it stays as it is, but what is written next follows it in the same buffer. */
  cut(): Uint8Array {
    const cut = new Uint8Array(this.bytes.buffer, this.start, this.length);
    this.start = this.end;
    this.clear();
    return cut;
  }

  /** Empties it. Room for an unusually large amount is given back. */
  clear(): void {
    if (this.bytes.length > keptRoom) {
      this.bytes = new Uint8Array(initialRoom);
      this.start = 0;
    }
    this.end = this.start;
  }

  byte(value: number): void {
    if (this.end === this.bytes.length) this.reserve(1);
    this.bytes[this.end++] = value;
  }

  /** A whole number from 0 to 2^53 - 1. */
  uint(value: number): void {
    if (value < 0x80) this.byte(value);
    else if (value <= 0xffffffff) this.wide(0, value);
    else this.wide(Math.floor(value / 0x100000000), value >>> 0);
  }

  /** The unsigned 64 bits `high` and `low`, minimal. */
  wide(high: number, low: number): void {
    if (high === 0 && low >>> 0 < 0x80) {
      this.byte(low);
      return;
    }
    const count = high === 0 ? bytesOf(low) : 4 + bytesOf(high);
    this.reserve(9);
    const bytes = this.bytes;
    let at = this.end;
    bytes[at++] = 256 - count;
    for (let i = count - 1; i >= 4; i--) bytes[at++] = high >>> ((i - 4) * 8);
    for (let i = Math.min(count, 4) - 1; i >= 0; i--) bytes[at++] = low >>> (i * 8);
    this.end = at;
  }

  /** A whole number from -(2^53 - 1) to 2^53 - 1. */
  int(value: number): void {
    if (value >= -64 && value < 64) {
      this.byte(value < 0 ? (~value << 1) | 1 : value << 1);
      return;
    }
    const magnitude = value < 0 ? -value - 1 : value;
    const low31 = magnitude % 0x80000000;
    const low = ((low31 << 1) | (value < 0 ? 1 : 0)) >>> 0;
    this.wide((magnitude - low31) / 0x80000000, low);
  }

  bigUint(value: bigint): void {
    this.wide(Number(value >> 32n), Number(value & 0xffffffffn));
  }

  bigInt(value: bigint): void {
    this.bigUint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
  }

  /** A float of 64 bits, or of 32 bits (`single`), which is sent as one of 64. */
  float(value: number, single = false): void {
    if (Number.isNaN(value)) {
      // NaNs of JavaScript have no payload to keep. Go's own has its lowest bit set, which a float32 has no room for.
      this.wide(single ? 0 : 0x01000000, 0xf87f);
      return;
    }
    // Gob sends the bytes of a double reversed, so that the zeros of a short mantissa need not be sent.
    scratch.setFloat64(0, value, true);
    this.wide(scratch.getUint32(0), scratch.getUint32(4));
  }

  /** A count, then the bytes. */
  counted(bytes: Uint8Array): void {
    this.uint(bytes.length);
    this.raw(bytes, bytes.length);
  }

  text(value: string): void {
    writeText(this, value);
  }

  /** The first `length` of `bytes`, as they are. */
  raw(bytes: Uint8Array, length: number): void {
    this.reserve(length);
    if (length <= smallCopy) {
      for (let i = 0; i < length; i++) this.bytes[this.end + i] = bytes[i]!;
    } else {
      this.bytes.set(length === bytes.length ? bytes : bytes.subarray(0, length), this.end);
    }
    this.end += length;
  }
}

function bytesOf(word: number): number {
  return 4 - (Math.clz32(word) >>> 3);
}
