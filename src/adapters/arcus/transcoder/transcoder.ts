/** A value as it lies in the cache. */
export interface EncodedValue {
  /** u32, says what the bytes are. */
  readonly flags: number;
  readonly data: Uint8Array;
}

/** A value that is stored as text: its UTF-8 is what lies in the cache. */
export interface EncodedText {
  readonly flags: number;
  readonly data: string;
}

/** Turns values into bytes and back. In a collection the flags belong to the item, so all its elements share them. */
export interface Transcoder<In, Out = In> {
  /** @throws ArcusTranscodeError if the value cannot be stored so that it comes back */
  encode(value: In): EncodedValue;
  /**
   * The same for a value that is stored as the text it is: then its bytes are made where they are written, and not apart. It must be
   * well-formed text. `undefined` for any other value.
   */
  encodeText?(value: In): EncodedText | undefined;
  /** Flags of items whose value is the text that their bytes are in UTF-8. Where there are such, `decode` is not asked. */
  readonly textFlags?: number;
  /** @throws ArcusTranscodeError if the bytes are not what the flags say, or the flags are unknown */
  decode(flags: number, data: Uint8Array): Out;
}
