/**
 * What a decoder is ready to hold. Nothing is allocated because a response announces it, only for bytes that have
 * come; beyond these limits the response is refused with an `ArcusProtocolError`.
 */
export interface ResponseLimits {
  /** Bytes of a line, or of a word before data. Default 65536. */
  readonly maxLineBytes: number;
  /** Bytes of a key-value item's data. Default 1048576, the server's default. */
  readonly maxValueBytes: number;
  /** Bytes of one collection element. Default 32768, the most that a server can be set to. */
  readonly maxElementBytes: number;
  /** Elements, keys or lines in one response. Default 1000000, the most that a server can be set to. */
  readonly maxElements: number;
  /** Bytes of one response altogether. Default 268435456 (256 MiB): 200 keys asked for at once, each with the largest value. */
  readonly maxResponseBytes: number;
}

export const defaultResponseLimits: ResponseLimits = {
  maxLineBytes: 65_536,
  maxValueBytes: 1_048_576,
  maxElementBytes: 32_768,
  maxElements: 1_000_000,
  maxResponseBytes: 268_435_456,
};
