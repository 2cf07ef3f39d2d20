/** Sizes of data an encoder lets through. The server's own limits are settings of the server. */
export interface EncodeLimits {
  /**
   * Bytes of a key-value item's data. Default 1048576. The server counts the item's header and key into the same
   * megabyte, and a refused `set` removes the old value as well.
   */
  readonly maxValueBytes: number;
  /** Bytes of one collection element. Default 32766, the most that a server can be set to accept (its default: 16382). */
  readonly maxElementBytes: number;
}

export const defaultEncodeLimits: EncodeLimits = { maxValueBytes: 1_048_576, maxElementBytes: 32_766 };
