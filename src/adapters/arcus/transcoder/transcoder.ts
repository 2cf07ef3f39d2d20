/** A value as it lies in the cache. */
export interface EncodedValue {
  /** u32, says what the bytes are. */
  readonly flags: number;
  readonly data: Uint8Array;
}

/** Turns values into bytes and back. In a collection the flags belong to the item, so all its elements share them. */
export interface Transcoder<In, Out = In> {
  /** @throws ArcusTranscodeError if the value cannot be stored so that it comes back */
  encode(value: In): EncodedValue;
  /** @throws ArcusTranscodeError if the bytes are not what the flags say, or the flags are unknown */
  decode(flags: number, data: Uint8Array): Out;
}
