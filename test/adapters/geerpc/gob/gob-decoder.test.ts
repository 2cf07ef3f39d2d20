import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';

const { decodeAll, GobDecoder, GobEncoder, int, string, struct, slice } = gob;
const Args = struct('main.Args', { Num1: int, Num2: int });
const Text = struct('main.Text', { Num1: string });

describe('GobDecoder', () => {
  it('has no value until its last byte is there, and then until it is taken', () => {
    const bytes = new GobEncoder().encode(Args, { Num1: 1, Num2: 2 });
    const decoder = new GobDecoder();
    for (const byte of bytes.subarray(0, -1)) {
      decoder.push(Uint8Array.of(byte));
      expect(decoder.ready()).toBe(false);
      expect(decoder.decode(Args)).toBe(undefined);
      expect(decoder.skip()).toBe(false);
    }
    decoder.push(bytes.subarray(-1));
    expect([decoder.ready(), decoder.ready()]).toEqual([true, true]);
    expect(decoder.decode(Args)).toEqual({ Num1: 1, Num2: 2 });
    expect(decoder.ready()).toBe(false);
    decoder.end();
    expect(decoder.ready()).toBe(false);
    expect(() => decoder.push(bytes)).toThrow('push: the stream has ended');
  });

  it('reads each message with the schema it is given, without one, or not at all', () => {
    const encoder = new GobEncoder();
    const decoder = new GobDecoder();
    for (let i = 0; i < 3; i++) decoder.push(encoder.encodeAll([Args, { Num1: i, Num2: 0 }], [slice(string), ['a']]));
    expect(decoder.decode(Args)).toEqual({ Num1: 0, Num2: 0 });
    expect(decoder.decode(slice(string))).toEqual(['a']);
    expect(decoder.decode()).toEqual({ Num1: 1, Num2: 0 });
    expect(decoder.skip()).toBe(true);
    expect(decoder.skip()).toBe(true);
    expect(decoder.decode()).toEqual(['a']);
    expect(decoder.skip()).toBe(false);
  });

  it('drops a value that does not fit and reads the next', () => {
    const encoder = new GobEncoder();
    const decoder = new GobDecoder();
    const types = gob.registry({ 'main.Args': Args });
    const Box = struct('main.Box', { V: gob.interfaceOf(types), After: int });
    const wide = struct('', { N: gob.asBigInt(gob.int64) });
    const messages: [gob.GobType<unknown>, unknown, gob.GobType<unknown>, gob.GobErrorCode, string][] = [
      [Args, { Num1: 1, Num2: 2 }, Text, 'ERR_GOB_TYPE', 'in main.Text.Num1: expected string, got int'],
      [Args, { Num1: 1, Num2: 2 }, Text, 'ERR_GOB_TYPE', 'in main.Text.Num1: expected string, got int'],
      [int, 300, gob.int8, 'ERR_GOB_RANGE', '300 is out of the range of int8'],
      [wide, { N: 2n ** 60n }, struct('W', { N: int }), 'ERR_GOB_RANGE', 'in W.N: 1152921504606846976 is beyond'],
      [gob.byteString, Uint8Array.of(0xff), string, 'ERR_GOB_RANGE', 'UTF-8'],
      [
        Box,
        { V: { type: 'main.Args', value: { Num1: 1, Num2: 2 } }, After: 3 },
        struct('main.Box', { V: gob.interfaceOf(gob.registry({})) }),
        'ERR_GOB_NAME',
        '"main.Args"',
      ],
      [Args, { Num1: 1, Num2: 2 }, struct('', { Other: int }), 'ERR_GOB_TYPE', 'Num1, Num2'],
      [gob.float64, 1e300, gob.float32, 'ERR_GOB_RANGE', 'float32'],
      [gob.complex128, { re: 1e300, im: 0 }, gob.complex64, 'ERR_GOB_RANGE', 'float32'],
      [gob.array(2, int), [1, 2], gob.array(3, int), 'ERR_GOB_TYPE', '[3]int'],
    ];
    for (const [sent, value, wanted, code, text] of messages) {
      decoder.push(encoder.encode(sent, value));
      decoder.push(encoder.encode(int, 5));
      const attempt = () => decoder.decode(wanted);
      expect(attempt).toThrow(
        expect.objectContaining({ code, recoverable: true, message: expect.stringContaining(text) }),
      );
      expect(decoder.decode(int)).toBe(5);
    }
    // The definitions that came with the dropped values hold.
    decoder.push(encoder.encode(Box, { V: null, After: 1 }));
    expect(decoder.decode(Box)).toEqual({ V: null, After: 1 });
  });

  it('tells the place in the whole stream at which it noticed an error', () => {
    const encoder = new GobEncoder();
    const good = encoder.encode(Args, { Num1: 1, Num2: 2 });
    const decoder = new GobDecoder();
    decoder.push(good);
    decoder.decode(Args);
    decoder.push(Uint8Array.of(3, 2, 0, 0x80));
    const offset = good.length + 3;
    expect(() => decoder.decode(Args)).toThrow(expect.objectContaining({ code: 'ERR_GOB_TYPE', recoverable: true }));
    const other = new GobDecoder();
    other.push(good);
    other.decode(Args);
    other.push(Uint8Array.of(3, 4, 0, 0x80));
    expect(() => other.decode(int)).toThrow(
      expect.objectContaining({ code: 'ERR_GOB_CORRUPT', offset, recoverable: false }),
    );
  });

  it('keeps nothing of the chunks it was given', () => {
    const encoder = new GobEncoder();
    const bytes = encoder.encode(gob.bytes, Uint8Array.of(1, 2, 3));
    const decoder = new GobDecoder();
    const half = bytes.slice(0, 4);
    decoder.push(half);
    half.fill(0xff);
    const rest = bytes.slice(4);
    decoder.push(rest);
    const value = decoder.decode(gob.bytes);
    decoder.push(encoder.encode(gob.bytes, Uint8Array.of(9, 9, 9)));
    decoder.decode(gob.bytes);
    expect(value).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('says what a hook threw, drops that value only, and lets no hook use the decoder', () => {
    const broken = gob.gobEncoder<string>({
      name: 'main.Broken',
      encode: (text) => new TextEncoder().encode(text),
      decode: (bytes) => {
        if (bytes.length === 0) decoder.skip();
        throw new Error('no such thing');
      },
      zero: () => '',
    });
    const encoder = new GobEncoder();
    const decoder = new GobDecoder();
    decoder.push(encoder.encodeAll([broken, 'x'], [broken, ''], [int, 1]));
    const attempt = () => decoder.decode(broken);
    const hook = { code: 'ERR_GOB_HOOK', recoverable: true };
    expect(attempt).toThrow(expect.objectContaining({ ...hook, cause: new Error('no such thing') }));
    expect(attempt).toThrow(expect.objectContaining({ ...hook, cause: expect.any(TypeError) }));
    expect(decoder.decode(int)).toBe(1);
    const rude = gob.binaryMarshaler<string>({
      encode: () => encoder.encode(int, 1),
      decode: () => '',
      zero: () => '',
    });
    expect(() => encoder.encode(rude, '')).toThrow(expect.objectContaining({ code: 'ERR_GOB_HOOK' }));
    expect(encoder.encode(int, 1).length).toBe(4);
  });

  it('reads integers and strings without a schema as it is told to', () => {
    const encoder = new GobEncoder();
    const wide = encoder.encodeAll([gob.asBigInt(gob.int64), -(2n ** 53n)], [gob.asBigInt(gob.uint64), 2n ** 64n - 1n]);
    expect(() => decodeAll(wide)).toThrow(expect.objectContaining({ code: 'ERR_GOB_RANGE' }));
    expect(decodeAll(wide, { integers: 'mixed' })).toEqual([-(2n ** 53n), 2n ** 64n - 1n]);
    const small = encoder.encodeAll([int, -3], [gob.uint8, 200], [struct('', { A: int, B: string }), { A: 0, B: '' }]);
    expect(decodeAll(small)).toEqual([-3, 200, { A: 0, B: '' }]);
    expect(decodeAll(small, { integers: 'bigint', strings: 'bytes' })).toEqual([
      -3n,
      200n,
      { A: 0n, B: new Uint8Array(0) },
    ]);
    const bytes = encoder.encodeAll([gob.byteString, Uint8Array.of(0xff)], [string, '\uFEFFa']);
    expect(() => decodeAll(bytes)).toThrow(expect.objectContaining({ code: 'ERR_GOB_RANGE' }));
    expect(decodeAll(bytes, { strings: 'mixed' })).toEqual([Uint8Array.of(0xff), '\uFEFFa']);
    expect(decodeAll(bytes, { strings: 'bytes' })).toEqual([
      Uint8Array.of(0xff),
      Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
    ]);
  });

  it('skips unknown fields of every kind', () => {
    const types = gob.registry({ 'main.Args': Args });
    const fields = {
      A: gob.bool,
      B: int,
      C: gob.uint64,
      D: gob.float64,
      E: gob.complex128,
      F: string,
      G: gob.bytes,
      H: slice(Args),
      I: gob.array(2, string),
      J: gob.map(string, slice(int)),
      K: Args,
      L: gob.interfaceOf(types),
      M: slice(gob.interfaceOf(types)),
      N: gob.time,
      O: gob.binaryMarshaler({ encode: () => Uint8Array.of(1), decode: () => 0, zero: () => 0 }),
    };
    const value = {
      A: true,
      B: 1,
      C: 2,
      D: 3,
      E: { re: 1, im: 1 },
      F: 'f',
      G: Uint8Array.of(1),
      H: [{ Num1: 1, Num2: 2 }],
      I: ['a', ''],
      J: new Map([['k', [1]]]),
      K: { Num1: 0, Num2: 0 },
      L: { type: 'main.Args' as const, value: { Num1: 1, Num2: 2 } },
      M: [null, { type: 'string' as const, value: 's' }, { type: '[]int' as const, value: [1] }],
      N: new gob.GoTime(1n),
      O: 0,
    };
    const encoder = new GobEncoder();
    const decoder = new GobDecoder();
    const Last = struct('', { Z: int });
    for (let i = 0; i < 2; i++) decoder.push(encoder.encode(struct('T', { ...fields, Z: int }), { ...value, Z: 7 }));
    expect([decoder.decode(Last), decoder.decode(Last)]).toEqual([{ Z: 7 }, { Z: 7 }]);
  });

  it('fills in the zero value of whatever is not on the wire, fresh each time', () => {
    const Full = struct('', {
      Num1: int,
      List: slice(int),
      ByName: gob.map(string, int),
      At: gob.time,
      P: gob.optional(Args),
      K: Args,
    });
    const encoder = new GobEncoder();
    const decoder = new GobDecoder();
    for (let i = 0; i < 2; i++) decoder.push(encoder.encode(Args, { Num1: 1, Num2: 2 }));
    const expected = {
      Num1: 1,
      List: [],
      ByName: new Map(),
      At: gob.GoTime.zero,
      P: null,
      K: { Num1: 0, Num2: 0 },
    };
    const [first, second] = [decoder.decode(Full)!, decoder.decode(Full)!];
    expect([first, second]).toEqual([expected, expected]);
    first.List.push(1);
    first.ByName.set('a', 1);
    first.K.Num1 = 9;
    expect(second).toEqual(expected);
  });
});
