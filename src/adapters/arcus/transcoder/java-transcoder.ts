import { checkOptions, optionNames } from '../../check-options.ts';
import type { Gzip } from '../../node/gzip.ts';
import { checkedLimits } from '../checked-limits.ts';
import { describeStored } from './describe-stored.ts';
import { type JavaCodec, type JavaType, type JavaTypes, type JavaValue, javaCodecs, javaTypeOf } from './java-types.ts';
import { ArcusTranscodeError } from './transcode-error.ts';
import type { EncodedText, EncodedValue, Transcoder } from './transcoder.ts';

export interface JavaTranscoderOptions {
  /** From outside, so that this stays pure: `gzip` of this package, or any other that stops at its limit. */
  readonly gzip: Gzip;
  /** For elements of collections, which are never compressed and at most 32768 bytes. Default false: key-value items. */
  readonly collection?: boolean;
  /** Bytes above which a key-value item is compressed, if that makes it smaller. Default 16384. */
  readonly compressAbove?: number;
  /** Most bytes that are stored, after compression. Default 1048576, in collections 32768. */
  readonly maxBytes?: number;
  /** Most bytes that a compressed value may inflate to. Default 33554432 (32 MiB). */
  readonly maxInflatedBytes?: number;
}

const names = optionNames<JavaTranscoderOptions>({
  gzip: true,
  collection: true,
  compressAbove: true,
  maxBytes: true,
  maxInflatedBytes: true,
});
const kvLimits = { compressAbove: 16_384, maxBytes: 1_048_576, maxInflatedBytes: 33_554_432 };
const collectionLimits = { ...kvLimits, maxBytes: 32_768 };
const compressed = 2;
const wayOut =
  'it stores string, boolean, number, bigint, Date and Uint8Array; give the client a transcoder for more, such as new JsonTranscoder()';
const codecByFlags: ReadonlyMap<number, JavaCodec> = new Map(
  Object.values(javaCodecs).map((codec) => [codec.flags, codec]),
);

/**
 * The values of Java clients, byte for byte as their `SerializingTranscoder` writes them. A number is stored as an
 * Integer where it fits into one and else as a Double, a bigint as a Long; give the type to store another one.
 */
export class JavaTranscoder implements Transcoder<JavaValue> {
  readonly textFlags: number = javaCodecs.string.flags;
  readonly #gzip: Gzip;
  readonly #compressAbove: number;
  readonly #maxBytes: number;
  readonly #maxInflatedBytes: number;
  /** Text up to this length is neither compressed nor too large, whatever its characters. */
  readonly #plainLength: number;

  /** @throws TypeError if an option is not what it must be */
  constructor(options: JavaTranscoderOptions) {
    checkOptions('new JavaTranscoder', names, options);
    const { gzip, collection = false, compressAbove, maxBytes, maxInflatedBytes } = options;
    if (typeof gzip?.compress !== 'function' || typeof gzip.decompress !== 'function') {
      throw new TypeError('gzip must have the methods compress and decompress');
    }
    const limits = checkedLimits(collection ? collectionLimits : kvLimits, {
      compressAbove,
      maxBytes,
      maxInflatedBytes,
    });
    this.#gzip = gzip;
    this.#compressAbove = collection ? Number.POSITIVE_INFINITY : limits.compressAbove;
    this.#maxBytes = limits.maxBytes;
    this.#maxInflatedBytes = limits.maxInflatedBytes;
    this.#plainLength = Math.min(this.#compressAbove, this.#maxBytes) / 3;
  }

  /**
   * @param type the Java type to store; default: by the value
   * @throws ArcusTranscodeError if the value is not of that type, or too large
   */
  encode<T extends JavaType>(value: JavaTypes[T], type?: T): EncodedValue {
    const stored: JavaType | undefined = type ?? javaTypeOf(value);
    const codec = stored !== undefined && Object.hasOwn(javaCodecs, stored) ? javaCodecs[stored] : undefined;
    if (codec === undefined) throw new ArcusTranscodeError(`Java has no type for ${describeStored(value)}: ${wayOut}`);
    let data = codec.encode(value);
    if (data === undefined)
      throw new ArcusTranscodeError(`expected a value that is a Java ${stored}, got ${describeStored(value)}`);
    let flags = codec.flags;
    if (data.length > this.#compressAbove) {
      const smaller = this.#gzip.compress(data);
      if (smaller.length < data.length) {
        data = smaller;
        flags |= compressed;
      }
    }
    if (data.length > this.#maxBytes) {
      throw new ArcusTranscodeError(`expected at most ${this.#maxBytes} bytes to store, got ${data.length}`);
    }
    return { flags, data };
  }

  encodeText(value: JavaValue): EncodedText | undefined {
    if (typeof value !== 'string' || value.length > this.#plainLength || !value.isWellFormed()) return undefined;
    return { flags: javaCodecs.string.flags, data: value };
  }

  decode(flags: number, data: Uint8Array): JavaValue {
    const inflates = (flags & compressed) !== 0;
    const codec = codecByFlags.get(inflates ? flags - compressed : flags);
    if (codec === undefined)
      throw new ArcusTranscodeError(`expected flags of a Java value, got ${flags}: another transcoder has stored it`);
    return codec.decode(inflates ? this.#inflate(data) : data);
  }

  #inflate(data: Uint8Array): Uint8Array {
    try {
      return this.#gzip.decompress(data, this.#maxInflatedBytes);
    } catch (cause) {
      const what =
        cause instanceof RangeError ? `at most ${this.#maxInflatedBytes} bytes when inflated` : 'a gzip stream';
      throw new ArcusTranscodeError(`expected ${what}`, { cause });
    }
  }
}
