import { gunzipSync, gzipSync } from 'node:zlib';
import { gzip } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';

describe('gzip', () => {
  it('makes the same header on every platform, and a stream that others read', () => {
    const text = Buffer.from('hello '.repeat(100));
    const compressed = gzip.compress(text);
    expect([...compressed.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    expect(gunzipSync(compressed)).toEqual(text);
    expect(gzip.decompress(compressed, text.length)).toEqual(new Uint8Array(text));
  });

  it('stops at the limit with a RangeError, and leaves other errors as they are', () => {
    const compressed = new Uint8Array(gzipSync(Buffer.alloc(1_000)));
    expect(() => gzip.decompress(compressed, 999)).toThrow(RangeError);
    expect(() => gzip.decompress(new Uint8Array(gzipSync('x')), 0)).toThrow(RangeError);
    expect(gzip.decompress(new Uint8Array(gzipSync('')), 0)).toHaveLength(0);
    expect(() => gzip.decompress(Uint8Array.of(1, 2, 3), 10)).toThrow(/incorrect header check/);
  });
});
