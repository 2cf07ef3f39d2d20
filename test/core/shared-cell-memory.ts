/** The memory that the two racing threads share, an entry a cell; `me` tells a thread which of the two it is. */
export interface RaceMemory {
  readonly cells: SharedArrayBuffer;
  /** How many have come to the barrier in all, and how many times it has opened. */
  readonly barrier: Int32Array<SharedArrayBuffer>;
  /** The cell that each thread is at. */
  readonly progress: Int32Array<SharedArrayBuffer>;
  /** Whether the thread's event won, as it was told. */
  readonly won: readonly [Uint8Array<SharedArrayBuffer>, Uint8Array<SharedArrayBuffer>];
  /** The outcome that the thread saw right after its event. */
  readonly seen: readonly [Uint8Array<SharedArrayBuffer>, Uint8Array<SharedArrayBuffer>];
  /** How often the operation was completed, by either thread. */
  readonly completed: Uint8Array<SharedArrayBuffer>;
  readonly me: 0 | 1;
}
