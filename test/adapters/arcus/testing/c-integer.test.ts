import { describe, expect, test } from 'vitest';
import { cInteger } from '../../../../src/adapters/arcus/testing/c-integer.ts';

describe('integers are read as C reads them', () => {
  test.each([
    ['0', 0n],
    ['007', 7n],
    ['+7', 7n],
    ['\t7', 7n],
    ['7 rest', 7n],
    ['7\r\n', 7n],
    ['18446744073709551615', (1n << 64n) - 1n],
    ['000000000000000000000000000018446744073709551615', (1n << 64n) - 1n],
    ['18446744073709551616', undefined],
    ['99999999999999999999999999', undefined],
    ['-1', undefined],
    ['-18446744073709551615', 1n],
    ['7x', undefined],
    ['x', undefined],
    ['', undefined],
    ['+', undefined],
    ['\t', 0n],
    ['\tx', 0n],
    ['0x10', undefined],
  ])('u64 of %j is %s', (text, value) => {
    expect(cInteger.u64(text)).toBe(value);
  });

  test('the narrower kinds have their own ends', () => {
    expect(['2147483647', '2147483648', '-2147483648', '-2147483649', '-0'].map(cInteger.i32)).toEqual([
      2147483647,
      undefined,
      -2147483648,
      undefined,
      0,
    ]);
    expect(['4294967295', '4294967296', '-1'].map(cInteger.u32)).toEqual([4294967295, undefined, undefined]);
    expect(
      ['9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809'].map(cInteger.i64),
    ).toEqual([(1n << 63n) - 1n, undefined, -(1n << 63n), undefined]);
  });
});
