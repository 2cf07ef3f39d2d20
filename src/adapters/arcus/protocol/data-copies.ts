const nothing = new Uint8Array(0);
/** V8 keeps arrays up to this size in its own heap, where they cost little. */
const onHeapBytes = 64;
const pieceBytes = 8_192;

/**
 * Copies data out of what was received, into memory of its own or of its own response: to allocate a hundred small
 * arrays takes longer than to copy them. Never of another response, since whoever transfers the memory (to a worker,
 * say) takes everything that lies in it.
 */
export class DataCopies {
  #several = false;
  #piece: Uint8Array = nothing;
  #at = 0;

  /** The next copy belongs to another response. */
  startResponse(): void {
    this.#several = false;
    this.#piece = nothing;
    this.#at = 0;
  }

  /** @param behind bytes that have come behind the data; no more than those is allocated in advance */
  copy(bytes: Uint8Array, from: number, to: number, behind: number): Uint8Array {
    const size = to - from;
    if (!this.#several || size <= onHeapBytes || size > pieceBytes / 4) {
      this.#several = true;
      return bytes.slice(from, to);
    }
    if (this.#piece.length - this.#at < size) {
      this.#piece = new Uint8Array(Math.min(pieceBytes, size + behind));
      this.#at = 0;
    }
    const at = this.#at;
    this.#at += size;
    this.#piece.set(bytes.subarray(from, to), at);
    return this.#piece.subarray(at, this.#at);
  }
}
