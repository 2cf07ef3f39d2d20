import { checkedLimits } from '../checked-limits.ts';
import { DataCopies } from './data-copies.ts';
import { ArcusProtocolError, type ProtocolFault } from './protocol-error.ts';
import { defaultResponseLimits, type ResponseLimits } from './response-limits.ts';

const nothing = new Uint8Array(0);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Memory of our own that is not worth giving back while there are bytes in it. */
const keptBytes = 4_096;

/**
 * The bytes received and not yet consumed, cut into lines, words and data. A cut that is not there yet is answered
 * by `false` or `undefined` and remembered, so every byte is looked at once, however the bytes arrive.
 */
export class ReceivedBytes {
  readonly limits: ResponseLimits;
  bytes: Uint8Array = nothing;
  /** The line or word that was cut last is `bytes[mark..stop)`; `at` is how far it has been read. */
  mark = 0;
  at = 0;
  stop = 0;
  #start = 0;
  #scanned = 0;
  #end = 0;
  #owned = true;
  /** Offset in the stream of `bytes[0]`, and of the first byte of the response that is being read. */
  #base = 0;
  #responseAt = 0;
  readonly #copies = new DataCopies();

  constructor(limits: Partial<ResponseLimits> = {}) {
    this.limits = checkedLimits(defaultResponseLimits, limits);
  }

  /** Bytes consumed since the start of the stream. */
  get offset(): number {
    return this.#base + this.#start;
  }

  get markOffset(): number {
    return this.#base + this.mark;
  }

  /** Bytes received and not consumed. */
  get available(): number {
    return this.#end - this.#start;
  }

  /** Bytes of the response that is being read, consumed or not, and of what came behind it. */
  get held(): number {
    return this.#base + this.#end - this.#responseAt;
  }

  /** Bytes of memory that hold what has not been consumed. */
  get capacity(): number {
    return this.bytes.length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#start !== this.#end) {
      this.#append(chunk);
      return;
    }
    this.#base += this.#start;
    // Not the chunk itself: of a Buffer, `slice` would be no copy.
    this.bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    this.#start = this.#scanned = 0;
    this.#end = chunk.length;
    this.#owned = false;
  }

  /** Lets go of the last chunk, and of memory that has become far too large: what is left is copied. */
  release(): void {
    const left = this.available;
    if (this.#owned && this.bytes.length <= Math.max(keptBytes, left * 4) && left > 0) return;
    this.#moveTo(left === 0 ? nothing : this.bytes.slice(this.#start, this.#end));
  }

  /** Refuses whatever there is, since nothing is awaited. */
  refuseAll(): never {
    this.#refuse('unexpected_bytes', 'expected no bytes, as no response is awaited', this.#start);
  }

  /** Drops everything. */
  clear(): void {
    this.#base += this.#start;
    this.bytes = nothing;
    this.mark = this.at = this.stop = this.#start = this.#scanned = this.#end = 0;
    this.startResponse();
  }

  /** Marks the first byte of the next response. */
  startResponse(): void {
    this.#responseAt = this.offset;
    this.#copies.startResponse();
  }

  /** Cuts off the next line, without its CRLF. */
  line(): boolean {
    const found = this.#find(10);
    if (!found) return false;
    const lineFeed = this.#scanned - 1;
    if (lineFeed === this.#start || this.bytes[lineFeed - 1] !== 13) {
      this.#refuse('malformed', 'expected CRLF at the end of the line', this.#start);
    }
    this.#cut(lineFeed - 1);
    return true;
  }

  /** Cuts off the next word that stands before data on the same line, and its blank. */
  wordBeforeData(): boolean {
    if (!this.#find(32)) return false;
    this.#cut(this.#scanned - 1);
    return true;
  }

  /** The next `size` bytes, in memory of their own, and the CRLF behind them. */
  data(size: number): Uint8Array | undefined {
    const start = this.#start;
    return this.#skipData(size) ? this.#copies.copy(this.bytes, start, start + size, this.available) : undefined;
  }

  /** The same as text, without a copy before; as bytes where they are no UTF-8. */
  text(size: number): string | Uint8Array | undefined {
    const start = this.#start;
    if (!this.#skipData(size)) return undefined;
    try {
      return utf8.decode(this.bytes.subarray(start, start + size));
    } catch {
      return this.bytes.slice(start, start + size);
    }
  }

  /** Passes over `size` bytes and their CRLF, if they have come. */
  #skipData(size: number): boolean {
    const after = this.#start + size;
    this.#count(size + 2);
    if (after + 2 > this.#end) return false;
    if (this.bytes[after] !== 13 || this.bytes[after + 1] !== 10) {
      this.#refuse('malformed', `expected CRLF after ${size} bytes of data`, after);
    }
    this.#start = this.#scanned = after + 2;
    return true;
  }

  /** Looks for the end of a line, or for a blank on this line; behind it is where the next search begins. */
  #find(byte: 10 | 32): boolean {
    const { bytes } = this;
    const end = this.#end;
    let i = this.#scanned;
    if (byte === 10) while (i < end && bytes[i] !== 10) i++;
    else while (i < end && bytes[i] !== 32 && bytes[i] !== 10) i++;
    const found = i < end;
    if (found && bytes[i] !== byte)
      this.#refuse('malformed', 'expected a blank before the end of the line', this.#start);
    this.#scanned = found ? i + 1 : end;
    if (this.#scanned - this.#start > this.limits.maxLineBytes + 2) {
      this.#refuse('line_too_long', `expected a line of at most ${this.limits.maxLineBytes} bytes`, this.#start);
    }
    return found;
  }

  #cut(stop: number): void {
    this.mark = this.at = this.#start;
    this.stop = stop;
    this.#start = this.#scanned;
    this.#count(0);
  }

  #count(more: number): void {
    if (this.offset + more - this.#responseAt > this.limits.maxResponseBytes) {
      this.#refuse(
        'response_too_long',
        `expected a response of at most ${this.limits.maxResponseBytes} bytes`,
        this.#start,
      );
    }
  }

  #refuse(fault: ProtocolFault, expected: string, from: number): never {
    throw new ArcusProtocolError(fault, expected, this.#base + from, this.bytes.subarray(from, this.#end));
  }

  #append(chunk: Uint8Array): void {
    const needed = this.available + chunk.length;
    if (!this.#owned || this.bytes.length - this.#end < chunk.length) {
      const target = this.#owned && this.bytes.length >= needed * 2 ? this.bytes : new Uint8Array(needed * 2);
      target.set(this.bytes.subarray(this.#start, this.#end));
      this.#moveTo(target);
    }
    this.bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Goes on in memory of our own, to whose start the bytes not consumed have been copied. */
  #moveTo(target: Uint8Array): void {
    const left = this.available;
    this.#base += this.#start;
    this.#scanned -= this.#start;
    this.bytes = target;
    this.#start = 0;
    this.#end = left;
    this.#owned = true;
  }
}
