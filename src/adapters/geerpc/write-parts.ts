/** What a socket is given at once, at most: bytes. That it takes some of many shows by its asking for more. */
export const WRITE_BYTES: number = 64 * 1024;

const NOTHING = new Uint8Array(0);

/** Bytes that wait to be written, part by part. */
export class WriteParts {
  #rest: Uint8Array = NOTHING;

  get empty(): boolean {
    return this.#rest.length === 0;
  }

  /** Puts `bytes` in the place of what waits. */
  put(bytes: Uint8Array): void {
    this.#rest = bytes;
  }

  /** Takes the next part; of no bytes when none wait. What has been taken whole is not held any more. */
  take(): Uint8Array {
    const rest = this.#rest;
    const many = rest.length > WRITE_BYTES;
    this.#rest = many ? rest.subarray(WRITE_BYTES) : NOTHING;
    return many ? rest.subarray(0, WRITE_BYTES) : rest;
  }

  /** Takes all of it. */
  takeAll(): Uint8Array {
    const rest = this.#rest;
    this.#rest = NOTHING;
    return rest;
  }
}
