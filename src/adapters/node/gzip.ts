import { gunzipSync, gzipSync } from 'node:zlib';

/** gzip, as a transcoder needs it. */
export interface Gzip {
  compress(bytes: Uint8Array): Uint8Array;
  /**
   * The inverse, at most `maxBytes` of it.
   * @throws RangeError if there are more; any other error if the bytes are no gzip stream
   */
  decompress(bytes: Uint8Array, maxBytes: number): Uint8Array;
}

/** Place in the header of the operating system that made a stream, and the value for "unknown". */
const systemAt = 9;
const unknownSystem = 0xff;

/** gzip by Node's zlib, at its default level; the same bytes on every platform, and the same that Java makes. */
export const gzip: Gzip = {
  compress(bytes) {
    const compressed = gzipSync(bytes);
    compressed[systemAt] = unknownSystem;
    return new Uint8Array(compressed.buffer, compressed.byteOffset, compressed.length);
  },
  decompress(bytes, maxBytes) {
    const tooLong = `inflates to more than ${maxBytes} bytes`;
    let inflated: Uint8Array;
    try {
      inflated = gunzipSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      throw new RangeError(tooLong, { cause: error });
    }
    if (inflated.length > maxBytes) throw new RangeError(tooLong);
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.length);
  },
};
