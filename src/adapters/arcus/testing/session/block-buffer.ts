const SMALLEST = 1024;

/** Collects bytes that arrive in pieces. It grows with what has arrived, never ahead of it. */
export class BlockBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;
  readonly #limit: number;

  /** `limit`: most bytes it will be given. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  get missing(): number {
    return this.#limit - this.#length;
  }

  append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const size = Math.min(Math.max(needed, this.#bytes.length * 2, SMALLEST), Math.max(needed, this.#limit));
      const larger = new Uint8Array(size);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /** The collected bytes, not copied. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
