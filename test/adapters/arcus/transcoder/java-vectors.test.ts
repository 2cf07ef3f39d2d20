import { readFileSync } from 'node:fs';
import {
  ArcusTranscodeError,
  gzip,
  JavaSerialized,
  JavaTranscoder,
  type JavaType,
  type JavaValue,
} from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { javaRandomBytes } from '../support/java-random.ts';

interface Vector {
  readonly transcoder: string;
  readonly type: string;
  readonly value: string;
  readonly flags: number | null;
  readonly length: number | null;
  /** All bytes, or the first ones and `...`. */
  readonly hex: string | null;
  readonly decodesTo: string;
}

/** What the Java client's own classes made of values. */
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/arcus/transcoder-vectors.json', import.meta.url), 'utf8'),
);

const types: Readonly<Record<string, JavaType>> = {
  String: 'string',
  Boolean: 'boolean',
  Integer: 'int',
  Long: 'long',
  Date: 'date',
  Byte: 'byte',
  Float: 'float',
  Double: 'double',
  'byte[]': 'bytes',
};

const kv = new JavaTranscoder({ gzip });
const collection = new JavaTranscoder({ gzip, collection: true });
const transcoderOf = (vector: Vector): JavaTranscoder => (vector.transcoder === 'kv' ? kv : collection);
const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** What the vector calls its value. `undefined`: an object that only Java can make. */
function javaValue({ type, value, transcoder }: Vector): JavaValue | undefined {
  if (transcoder.includes('forced') || !(type in types)) return undefined;
  const repeated = /^('x'|0x41|zeros|random) \* (\d+)/.exec(value);
  if (repeated !== null) {
    const count = Number(repeated[2]);
    if (repeated[1] === "'x'") return 'x'.repeat(count);
    // The larger random ones were made from the next seed.
    return repeated[1] === 'random'
      ? javaRandomBytes(2n, count)
      : new Uint8Array(count).fill(repeated[1] === '0x41' ? 0x41 : 0);
  }
  if (value.startsWith('20000 random')) return javaRandomBytes(1n, 20_000);
  if (type === 'String') return value;
  if (type === 'Boolean') return value === 'true';
  if (type === 'Long') return BigInt(value);
  if (type === 'Date') return new Date(Number(value));
  if (type === 'byte[]') return fromHex(value === 'empty' ? '' : value);
  return Number(value);
}

const named = vectors.map((vector) => [`${vector.transcoder} ${vector.type} ${vector.value}`, vector] as const);

describe('values of Java clients', () => {
  it('are all there', () => {
    expect(vectors).toHaveLength(84);
  });

  it.each(named)('%s: encodes to the same flags and bytes', (_, vector) => {
    const transcoder = transcoderOf(vector);
    const value = javaValue(vector);
    const type = types[vector.type];
    if (vector.flags === null) {
      expect(() => transcoder.encode(vector.type === 'null' ? (null as never) : value!)).toThrow(ArcusTranscodeError);
      return;
    }
    const whole = !vector.hex?.endsWith('...');
    if (value === undefined && !whole) return;
    const { flags, data } =
      value === undefined
        ? transcoder.encode(new JavaSerialized(fromHex(vector.hex!)))
        : transcoder.encode(value, type);
    expect(flags).toBe(vector.flags);
    expect(data).toHaveLength(vector.length!);
    const hex = Buffer.from(data).toString('hex');
    expect(whole ? hex : `${hex.slice(0, vector.hex!.length - 3)}...`).toBe(vector.hex);
  });

  it.each(named.filter(([, { flags }]) => flags !== null))('%s: decodes to the same value', (_, vector) => {
    const transcoder = transcoderOf(vector);
    const value = javaValue(vector);
    const data =
      vector.hex!.endsWith('...') && value !== undefined
        ? transcoder.encode(value).data
        : fromHex(vector.hex!.replace('...', ''));
    const decoded = transcoder.decode(vector.flags!, data);
    expect(decoded).toEqual(rounded(value, vector.type) ?? new JavaSerialized(data));
  });
});

/** A float keeps fewer digits than the number that it was made of. */
function rounded(value: JavaValue | undefined, type: string): JavaValue | undefined {
  return type === 'Float' ? Math.fround(value as number) : value;
}
