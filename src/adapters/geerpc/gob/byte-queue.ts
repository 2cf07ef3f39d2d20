import { type GobLimits, limitError } from './limits.ts';

const initialRoom = 4096;
const keptRoom = 64 * 1024;

/** The bytes that came and are not read yet, in one piece: `start` up to `end` of `bytes`. Chunks are copied in. */
export class ByteQueue {
  bytes: Uint8Array = new Uint8Array(initialRoom);
  start = 0;
  end = 0;
  /** Where `bytes[0]` is in the whole stream. */
  base = 0;
  readonly #limits: GobLimits;

  constructor(limits: GobLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Adds a chunk. Returns by how much everything kept has moved towards the front. */
  push(chunk: Uint8Array): number {
    const needed = this.length + chunk.length;
    if (needed > this.#limits.bufferedBytes) {
      const allowed = this.#limits.bufferedBytes;
      throw limitError('bufferedBytes', allowed, `${needed} bytes that nobody has read`, this.base + this.start);
    }
    const moved = this.end + chunk.length > this.bytes.length ? this.#makeRoom(needed) : 0;
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
    return moved;
  }

  /** Drops everything before `position`. */
  drop(position: number): void {
    this.start = position;
    if (this.start < this.end) return;
    this.base += this.start;
    this.start = 0;
    this.end = 0;
    if (this.bytes.length > keptRoom) this.bytes = new Uint8Array(initialRoom);
  }

  #makeRoom(needed: number): number {
    const moved = this.start;
    // Doubling before half of the room is lost keeps the copying linear, whatever the chunks.
    if (needed * 2 > this.bytes.length) {
      const roomier = new Uint8Array(needed * 2);
      roomier.set(this.bytes.subarray(this.start, this.end));
      this.bytes = roomier;
    } else this.bytes.copyWithin(0, this.start, this.end);
    this.base += moved;
    this.start = 0;
    this.end -= moved;
    return moved;
  }
}
