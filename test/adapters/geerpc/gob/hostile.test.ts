import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';
import {
  mapDefinition,
  message,
  repeated,
  sliceDefinition,
  stream,
  structDefinition,
  value,
} from './support/hand-made.ts';

const { decodeAll, GobDecoder, int, string, struct, slice, optional, lazy } = gob;

function failure(code: gob.GobErrorCode, text = ''): unknown {
  return expect.objectContaining({ name: 'GobError', code, message: expect.stringContaining(text) });
}

function read(bytes: Uint8Array, type: gob.GobType<unknown>, limits: Partial<gob.GobLimits> = {}): unknown {
  const decoder = new GobDecoder({ limits });
  decoder.push(bytes);
  decoder.end();
  return decoder.decode(type);
}

describe('a hostile stream', () => {
  it('nests a slice of itself no deeper than the limit', () => {
    const nested = (depth: number) => stream(sliceDefinition(65, 65), value(65, 0, repeated(1, depth), 0));
    const itself: gob.GobType<unknown> = slice(lazy(() => itself));
    expect(decodeAll(nested(499)).length).toBe(1);
    expect(read(nested(499), itself)).toBeInstanceOf(Array);
    for (const depth of [500, 100_000]) {
      expect(() => decodeAll(nested(depth))).toThrow(failure('ERR_GOB_LIMIT', 'depth of 500'));
      expect(() => read(nested(depth), itself)).toThrow(failure('ERR_GOB_LIMIT', 'depth of 500'));
      expect(() => read(nested(depth), itself, { depth: 1_000_000 })).not.toThrow(RangeError);
    }
  });

  it('overflows no stack, whatever limit was set', () => {
    const deep = stream(sliceDefinition(65, 65), value(65, 0, repeated(1, 200_000), 0));
    expect(() => decodeAll(deep, { limits: { depth: 1_000_000 } })).toThrow(failure('ERR_GOB_LIMIT'));
    const decoder = new GobDecoder({ limits: { depth: 1_000_000 } });
    const ignored = stream(
      structDefinition(66, [
        ['Deep', 65],
        ['A', 2],
      ]),
      value(66, 1, repeated(1, 200_000), 0, 1, 6, 0),
    );
    decoder.push(stream(sliceDefinition(65, 65), ignored));
    expect(decoder.decode(struct('', { A: int }))).toEqual({ A: 3 });
  });

  it('claims counts and lengths that its bytes do not back', () => {
    const big = [0xfa, 1, 0, 0, 0, 0, 0];
    const truncated = failure('ERR_GOB_TRUNCATED');
    expect(() => decodeAll(stream(sliceDefinition(65, 2), value(65, 0, ...big)))).toThrow(truncated);
    expect(() => decodeAll(stream(mapDefinition(65, 2, 2), value(65, 0, ...big, 2, 2)))).toThrow(truncated);
    expect(() => decodeAll(value(6, 0, ...big, 0x61))).toThrow(truncated);
    expect(() => decodeAll(value(5, 0, ...big, 0x61))).toThrow(truncated);
    expect(() => decodeAll(stream(sliceDefinition(65, 8), value(65, 0, ...big, 0)))).toThrow(truncated);
    expect(() => decodeAll(value(6, 0, 0xf8, repeated(255, 8)))).toThrow(failure('ERR_GOB_CORRUPT', 'no length'));
    expect(() => decodeAll(Uint8Array.of(...big))).toThrow(failure('ERR_GOB_LIMIT', 'messageBytes of 4194304'));
  });

  it('has elements go missing at the end of the message', () => {
    const points = stream(structDefinition(65, [['X', 2]]), sliceDefinition(66, 65));
    expect(() => decodeAll(stream(points, value(66, 0, 3, 1, 2, 0)))).toThrow(
      failure('ERR_GOB_TRUNCATED', 'an element'),
    );
  });

  it('defines a type twice, a builtin one, or one with an id that is none', () => {
    const duplicate = failure('ERR_GOB_CORRUPT', 'again');
    expect(() => decodeAll(stream(sliceDefinition(65, 2), sliceDefinition(65, 2)))).toThrow(duplicate);
    for (const id of [1, 8, 16, 63]) expect(() => decodeAll(sliceDefinition(id, 2))).toThrow(duplicate);
    for (const elem of [0, -2, -65, 2 ** 31]) {
      expect(() => decodeAll(sliceDefinition(65, elem))).toThrow(failure('ERR_GOB_CORRUPT', 'the id of a type'));
    }
    expect(() => decodeAll(value(0, 0))).toThrow(failure('ERR_GOB_CORRUPT', 'the id of a type'));
    expect(() => decodeAll(sliceDefinition(2 ** 31, 2))).toThrow(failure('ERR_GOB_CORRUPT', 'the id of a type'));
  });

  it('uses types that it defines later, or never', () => {
    const late = stream(sliceDefinition(65, 66), sliceDefinition(66, 2), value(65, 0, 1, 1, 6));
    expect(decodeAll(late)).toEqual([[[3]]]);
    expect(() => decodeAll(stream(sliceDefinition(65, 66), value(65, 0, 0)))).toThrow(
      failure('ERR_GOB_CORRUPT', 'type 66'),
    );
    expect(() => decodeAll(value(65, 0, 0))).toThrow(failure('ERR_GOB_CORRUPT', 'type 65'));
    for (const id of [9, 15, 16, 23]) expect(() => decodeAll(value(id, 0, 0))).toThrow(failure('ERR_GOB_CORRUPT'));
  });

  it('breaks off a definition, puts two kinds into one, or two fields of one name', () => {
    const twoKinds = message((out) => {
      out.int(-65);
      out.raw(Uint8Array.of(2, 1, 0, 1, 4, 0, 2, 1, 0, 1, 4, 1, 4, 0, 0), 15);
    });
    expect(() => decodeAll(twoKinds)).toThrow(failure('ERR_GOB_CORRUPT', 'of one kind'));
    expect(() =>
      decodeAll(
        structDefinition(65, [
          ['A', 2],
          ['A', 2],
        ]),
      ),
    ).toThrow(failure('ERR_GOB_CORRUPT', '"A" twice'));
    const whole = structDefinition(65, [['A', 2]]);
    expect(() => decodeAll(stream(Uint8Array.of(whole.length - 8), whole.subarray(1, -7)))).toThrow(gob.GobError);
  });

  it('names fields, keys and types after what every object has', () => {
    const fields = stream(
      structDefinition(65, [
        ['__proto__', 6],
        ['constructor', 2],
        ['toString', 2],
      ]),
      value(65, 1, 1, 0x61, 1, 6, 0),
    );
    const [decoded] = decodeAll(fields) as [Record<string, unknown>];
    expect(Object.getPrototypeOf(decoded)).toBe(null);
    expect(Object.entries(decoded)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 3],
      ['toString', 0],
    ]);
    const keys = stream(mapDefinition(65, 6, 2), value(65, 0, 1, 9, ...Buffer.from('__proto__'), 6));
    const object = read(keys, gob.record(int)) as Record<string, number>;
    expect(Object.getPrototypeOf(object)).toBe(null);
    expect(Object.entries(object)).toEqual([['__proto__', 3]]);
    expect(read(keys, gob.map(string, int))).toEqual(new Map([['__proto__', 3]]));
    const held = gob.interfaceOf(gob.registry({}));
    const named = value(8, 0, 9, ...Buffer.from('__proto__'), 4, 2, 0, 6);
    expect(() => read(named, held)).toThrow(failure('ERR_GOB_NAME', '"__proto__"'));
  });

  it('sends a map with more NaN keys than a Map holds', () => {
    const nan = [0xf8, 1, 0, 0, 0, 0, 0, 0xf8, 0x7f];
    const once = stream(mapDefinition(65, 4, 2), value(65, 0, 1, ...nan, 6));
    expect(read(once, gob.map(gob.float64, int))).toEqual(new Map([[Number.NaN, 3]]));
    const twice = stream(mapDefinition(65, 4, 2), value(65, 0, 2, ...nan, 6, ...nan, 8));
    expect(() => read(twice, gob.map(gob.float64, int))).toThrow(failure('ERR_GOB_RANGE', 'NaN'));
    expect(() => decodeAll(twice)).toThrow(failure('ERR_GOB_RANGE', 'NaN'));
  });

  it('defines a recursive type for a schema that stops short', () => {
    const list = stream(
      structDefinition(65, [
        ['V', 2],
        ['Next', 65],
      ]),
      value(65, 1, 2, 1, 1, 4, 1, 1, 6, 0, 0, 0),
    );
    expect(read(list, struct('', { V: int }))).toEqual({ V: 1 });
    const two = struct('', { V: int, Next: optional(struct('', { V: int })) });
    expect(read(list, two)).toEqual({ V: 1, Next: { V: 2 } });
  });

  it('goes through a chain of definitions longer than values may be deep', () => {
    const chain = Array.from({ length: 900 }, (_, i) => sliceDefinition(65 + i, i === 899 ? 2 : 66 + i));
    expect(() => decodeAll(stream(...chain, value(65, 0, 0)))).toThrow(failure('ERR_GOB_LIMIT', 'depth of 500'));
    const decoder = new GobDecoder();
    decoder.push(stream(...chain, value(65, 0, 0), value(2, 0, 6)));
    expect([decoder.skip(), decoder.decode(int)]).toEqual([true, 3]);
  });

  it('has fields, lengths and zero bytes that its definitions rule out, also where it is only skipped', () => {
    const held = structDefinition(65, [
      ['A', 2],
      ['V', 8],
    ]);
    const arrays = message((out) => {
      out.int(-66);
      // An array of two interfaces.
      out.raw(Uint8Array.of(1, 1, 0, 1, 16, 1, 4, 0, 0), 9);
    });
    const corrupt = failure('ERR_GOB_CORRUPT');
    for (const bytes of [
      stream(held, value(65, 3, 0)),
      stream(structDefinition(65, [['A', 2]]), value(65, 2, 0)),
      stream(arrays, value(66, 0, 3, 0, 0, 0)),
      stream(arrays, value(66, 1, 2, 0, 0)),
      value(2, 1, 6),
      value(8, 0, 3, ...Buffer.from('int'), 4, 2, 7, 6),
    ]) {
      expect(() => decodeAll(bytes)).toThrow(corrupt);
      expect(() => read(bytes, struct('', { A: int }))).toThrow(gob.GobError);
    }
    const short = structDefinition(67, [['B', 66]]);
    const skipped = stream(arrays, short, value(67, 1, 3, 0, 0, 0, 0));
    expect(() => read(skipped, struct('', {}))).toThrow(corrupt);
    expect(decodeAll(stream(arrays, value(66, 0, 2, 0, 0)))).toEqual([[null, null]]);
  });

  it('has names that are not UTF-8', () => {
    const field = structDefinition(65, [['Axyz', 2]]);
    field[field.indexOf(0x41)] = 0xff;
    expect(() => decodeAll(field)).toThrow(failure('ERR_GOB_CORRUPT', 'in UTF-8'));
    const held = value(8, 0, 1, 0xff, 4, 2, 0, 6);
    expect(() => decodeAll(held)).toThrow(failure('ERR_GOB_NAME', 'UTF-8'));
    expect(() => read(held, gob.interfaceOf(gob.registry({})))).toThrow(failure('ERR_GOB_NAME', 'UTF-8'));
  });

  it('is given up after an error in its framing, and stays given up', () => {
    const decoder = new GobDecoder();
    decoder.push(stream(value(2, 0, 6), sliceDefinition(63, 2), value(2, 0, 8)));
    expect(decoder.decode(int)).toBe(3);
    const attempt = () => decoder.decode(int);
    expect(attempt).toThrow(failure('ERR_GOB_CORRUPT'));
    expect(attempt).toThrow(failure('ERR_GOB_CORRUPT'));
    expect(() => decoder.push(value(2, 0, 8))).toThrow(failure('ERR_GOB_CORRUPT'));
  });
});
