import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ArcusTranscodeError, gzip, JavaSerialized, JavaTranscoder, type JavaValue } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';

const kv = new JavaTranscoder({ gzip });
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('JavaTranscoder', () => {
  it('brings every value back as it was', () => {
    const values: fc.Arbitrary<JavaValue> = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
      fc.boolean(),
      fc.double(),
      fc.integer(),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.date({ noInvalidDate: true }),
      fc.uint8Array(),
      fc.uint8Array().map((data) => new JavaSerialized(data)),
      fc.constantFrom(-0, 0, 2 ** 31, -(2 ** 31), Number.NaN, Number.POSITIVE_INFINITY, '\ufeffbom', '\0'),
    );
    fc.assert(
      fc.property(values, (value) => {
        const { flags, data } = kv.encode(value);
        expect(kv.decode(flags, data)).toStrictEqual(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves text as text where its bytes would be the same, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { flags, data } = kv.encode(text);
        const as = kv.encodeText(text);
        expect(as?.flags).toBe(flags);
        expect(new TextEncoder().encode(as?.data)).toEqual(data);
      }),
    );
    for (const other of ['a\ud800', 'x'.repeat(10_000), 1, new Date(0), bytes(1)]) {
      expect(kv.encodeText(other)).toBeUndefined();
    }
  });

  it('stores a number as another type when told to', () => {
    expect(kv.encode(1, 'byte')).toEqual({ flags: 1280, data: bytes(1) });
    expect(kv.encode(1, 'double').flags).toBe(1792);
    expect(kv.encode(1.5, 'float')).toEqual({ flags: 1536, data: bytes(0x3f, 0xc0, 0, 0) });
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['an object', {}],
    ['a function', () => 0],
    ['an invalid date', new Date(Number.NaN)],
    ['a bigint beyond 64 bits', 2n ** 63n],
    ['text with a lone surrogate', 'a\ud800'],
  ])('refuses %s', (_, value) => {
    expect(() => kv.encode(value as never)).toThrow(ArcusTranscodeError);
  });

  it.each([
    ['int', 1.5],
    ['int', 2 ** 31],
    ['int', 1n],
    ['byte', 128],
    ['long', 1],
    ['float', 1e308],
    ['string', 1],
    ['bytes', 'x'],
    ['serialized', bytes(1)],
    ['__proto__', 1],
    ['constructor', 1],
  ])('refuses as %s what is none: %s', (type, value) => {
    expect(() => kv.encode(value as never, type as never)).toThrow(ArcusTranscodeError);
  });

  it.each([4, 3 + 256, 2304, 4096, 0xffff_ffff, 1 + 512, 65_536, -1, 0.5])(
    'refuses flags %s, which are no type',
    (flags) => {
      expect(() => kv.decode(flags, bytes(49))).toThrow(/flags/);
    },
  );

  it.each([
    ['a boolean of two bytes', 256, bytes(49, 49)],
    ['a boolean that is neither 0 nor 1', 256, bytes(50)],
    ['an int of five bytes', 512, bytes(1, 2, 3, 4, 5)],
    ['a long of nine bytes', 768, new Uint8Array(9)],
    ['a date that no Date can hold', 1024, bytes(0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['a byte of two bytes', 1280, bytes(1, 2)],
    ['text that is no UTF-8', 0, bytes(0xff)],
    ['gzip that is none', 2, bytes(1, 2, 3)],
    ['gzip that ends early', 2, new Uint8Array(gzipSync('hello')).slice(0, 20)],
  ])('refuses %s', (_, flags, data) => {
    expect(() => kv.decode(flags, data)).toThrow(ArcusTranscodeError);
  });

  it('inflates no further than it is allowed to', () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(10_000_000)));
    expect(bomb.length).toBeLessThan(20_000);
    const careful = new JavaTranscoder({ gzip, maxInflatedBytes: 9_999_999 });
    expect(() => careful.decode(2048 + 2, bomb)).toThrow(/at most 9999999 bytes when inflated/);
    expect(kv.decode(2048 + 2, bomb)).toHaveLength(10_000_000);
  });

  it('keeps what gzip would make larger, and compresses nothing in collections', () => {
    const even = new Uint8Array(20_000);
    expect(kv.encode(even).flags).toBe(2048 + 2);
    expect(new JavaTranscoder({ gzip, collection: true }).encode(even).flags).toBe(2048);
    const larger = new JavaTranscoder({ gzip, compressAbove: 0 });
    expect(larger.encode('x')).toEqual({ flags: 0, data: bytes(120) });
  });

  it.each([
    ['gzip', { gzip: undefined }],
    ['gzip', { gzip: { compress: gzip.compress } }],
    ['maxBytes', { gzip, maxBytes: Number.NaN }],
    ['compressAbove', { gzip, compressAbove: -1 }],
    ['maxInflatedBytes', { gzip, maxInflatedBytes: '5' }],
  ])('refuses another %s than it can work with', (name, options) => {
    expect(() => new JavaTranscoder(options as never)).toThrow(new RegExp(`^${name} must`));
  });
});
