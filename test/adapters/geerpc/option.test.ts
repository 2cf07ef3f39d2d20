import { describe, expect, it } from 'vitest';
import { decodeOption, encodeOption } from '../../../src/adapters/geerpc/option.ts';

const MAGIC = '"MagicNumber":3927900';

describe('an Option', () => {
  it.each([0n, 1n, 1_500_000_000n, 2n ** 63n - 1n])(
    'of %s ns is exactly 512 bytes of JSON that ends in its brace',
    (handleTimeout) => {
      const option = { codec: 'application/gob', connectTimeout: 2n ** 63n - 1n, handleTimeout } as const;
      const bytes = encodeOption(option);
      const text = new TextDecoder().decode(bytes);
      expect(bytes).toHaveLength(512);
      expect(text.endsWith('}')).toBe(true);
      expect(decodeOption(text)).toEqual(option);
    },
  );

  it.each([
    [`{${MAGIC},"CodecType":"application/gob","ConnectTimeout":5,"HandleTimeout":7}`, 5n, 7n],
    [`{"magicNUMBER":3927900,"codectype":"application\\/gob","HANDLETIMEOUT":-1}`, 0n, -1n],
    [`{${MAGIC},"CodecType":"application/gob","HandleTimeout":null,"More":{"a":[1e9,"}"]}}`, 0n, 0n],
    [`{${MAGIC},"CodecType":"application/gob","HandleTimeout":-9223372036854775808}`, 0n, -(2n ** 63n)],
    [`{ "HandleTimeout":1, ${MAGIC} ,"HandleTimeout": 2 ,"CodecType":"application/gob"}`, 0n, 2n],
  ])('is read as Go reads it: %s', (text, connectTimeout, handleTimeout) => {
    expect(decodeOption(text)).toEqual({ codec: 'application/gob', connectTimeout, handleTimeout });
  });

  it.each([
    ['{"MagicNumber":1,"CodecType":"application/gob"}', 'Option: expected MagicNumber to be 3927900, got 1'],
    [`{${MAGIC},"CodecType":"application/xml"}`, 'invalid codec type application/xml'],
    [`{${MAGIC},"CodecType":1}`, 'invalid codec type 1'],
    [`{${MAGIC}}`, 'invalid codec type '],
    [
      `{${MAGIC},"CodecType":"application/gob","HandleTimeout":1e9}`,
      'Option: expected HandleTimeout to be an integer, got 1e9',
    ],
    [
      `{${MAGIC},"CodecType":"application/gob","HandleTimeout":1.0}`,
      'Option: expected HandleTimeout to be an integer, got 1.0',
    ],
    [
      `{${MAGIC},"CodecType":"application/gob","HandleTimeout":"1s"}`,
      'Option: expected HandleTimeout to be an integer, got "1s"',
    ],
    [
      `{${MAGIC},"CodecType":"application/gob","HandleTimeout":9223372036854776000}`,
      'Option: expected HandleTimeout to be within int64, got 9223372036854776000',
    ],
    ['{"MagicNumber":}', 'expected a JSON object'],
    ['[]', 'expected a JSON object'],
  ])('%s is refused', (text, message) => {
    expect(() => decodeOption(text)).toThrow(message);
  });
});
