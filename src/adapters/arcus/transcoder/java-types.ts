import { JavaSerialized } from './java-serialized.ts';
import { packFloat, packInteger, unpackFloat, unpackInteger } from './packed-number.ts';
import { ArcusTranscodeError } from './transcode-error.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/** What the Java client's `SerializingTranscoder` can tell apart, and what it is here. */
export interface JavaTypes {
  string: string;
  boolean: boolean;
  int: number;
  long: bigint;
  date: Date;
  byte: number;
  float: number;
  double: number;
  bytes: Uint8Array;
  serialized: JavaSerialized;
}

export type JavaType = keyof JavaTypes;
export type JavaValue = JavaTypes[JavaType];

/** One type: its flags, and how its values are written and read. */
export interface JavaCodec {
  readonly flags: number;
  /** @returns `undefined` if the value is not of this type */
  encode(value: unknown): Uint8Array | undefined;
  decode(data: Uint8Array): JavaValue;
}

const maxDate = 8_640_000_000_000_000n;
const isInteger = (value: unknown, bits: 8 | 32): value is number =>
  Number.isInteger(value) && (value as number) >= -(2 ** (bits - 1)) && (value as number) < 2 ** (bits - 1);
const isLong = (value: unknown): value is bigint => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
// Narrowing a number to a float may cost digits, but must not make it infinite.
const isFloat = (value: unknown): value is number =>
  typeof value === 'number' && (Number.isFinite(Math.fround(value)) || !Number.isFinite(value));

export const javaCodecs: Readonly<Record<JavaType, JavaCodec>> = {
  string: {
    flags: 0,
    encode: (value) => (typeof value === 'string' ? encodeUtf8(value) : undefined),
    decode: decodeUtf8,
  },
  serialized: {
    flags: 1,
    encode: (value) => (value instanceof JavaSerialized ? value.bytes : undefined),
    decode: (data) => new JavaSerialized(data),
  },
  boolean: {
    flags: 256,
    encode: (value) => (typeof value === 'boolean' ? Uint8Array.of(value ? 49 : 48) : undefined),
    decode(data) {
      if (data.length !== 1 || (data[0] !== 48 && data[0] !== 49))
        throw new ArcusTranscodeError('expected 0 or 1 for a boolean');
      return data[0] === 49;
    },
  },
  int: {
    flags: 512,
    encode: (value) => (isInteger(value, 32) ? packInteger(BigInt(value), 4) : undefined),
    decode: (data) => Number(unpackInteger(data, 4)),
  },
  long: {
    flags: 768,
    encode: (value) => (isLong(value) ? packInteger(value, 8) : undefined),
    decode: (data) => unpackInteger(data, 8),
  },
  date: {
    flags: 1024,
    encode(value) {
      return value instanceof Date && !Number.isNaN(value.getTime())
        ? packInteger(BigInt(value.getTime()), 8)
        : undefined;
    },
    decode(data) {
      const time = unpackInteger(data, 8);
      if (time > maxDate || time < -maxDate)
        throw new ArcusTranscodeError(`expected a time that a Date can hold, got ${time} ms`);
      return new Date(Number(time));
    },
  },
  byte: {
    flags: 1280,
    encode: (value) => (isInteger(value, 8) ? Uint8Array.of(value) : undefined),
    decode(data) {
      if (data.length > 1) throw new ArcusTranscodeError(`expected at most 1 byte, got ${data.length}`);
      return ((data[0] ?? 0) << 24) >> 24;
    },
  },
  float: {
    flags: 1536,
    encode: (value) => (isFloat(value) ? packFloat(value, 4) : undefined),
    decode: (data) => unpackFloat(data, 4),
  },
  double: {
    flags: 1792,
    encode: (value) => (typeof value === 'number' ? packFloat(value, 8) : undefined),
    decode: (data) => unpackFloat(data, 8),
  },
  bytes: {
    flags: 2048,
    encode: (value) => (value instanceof Uint8Array ? value : undefined),
    decode: (data) => data,
  },
};

/** The type that brings a value back as it was: a number is an int where it fits into one, and else a double. */
export function javaTypeOf(value: unknown): JavaType | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return typeof value as 'string' | 'boolean';
    case 'bigint':
      return 'long';
    case 'number':
      return isInteger(value, 32) && !Object.is(value, -0) ? 'int' : 'double';
    default:
      if (value instanceof Uint8Array) return 'bytes';
      if (value instanceof Date) return 'date';
      return value instanceof JavaSerialized ? 'serialized' : undefined;
  }
}
