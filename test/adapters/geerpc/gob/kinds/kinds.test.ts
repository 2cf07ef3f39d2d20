import fc from 'fast-check';
import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';

const { GobDecoder, GobEncoder } = gob;

function sent<T>(type: gob.GobType<T>, value: T): T | undefined {
  const decoder = new GobDecoder();
  decoder.push(new GobEncoder().encode(type as gob.GobType<unknown>, value));
  return decoder.decode(type);
}

const refused = expect.objectContaining({ code: 'ERR_GOB_VALUE' });

describe('integers', () => {
  it('are numbers as far as those are exact, and errors beyond', () => {
    const max = Number.MAX_SAFE_INTEGER;
    for (const value of [max, -max, 0, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32) - 1]) {
      expect(sent(gob.int, value)).toBe(value);
      expect(sent(gob.asBigInt(gob.int64), BigInt(value))).toBe(BigInt(value));
    }
    for (const value of [max + 1, -max - 1, 1.5, Number.NaN, Infinity]) {
      expect(() => sent(gob.int, value)).toThrow(refused);
      expect(() => sent(gob.uint, value)).toThrow(refused);
    }
    expect(() => sent(gob.uint, -1)).toThrow(refused);
    expect(() => sent(gob.asBigInt(gob.int64), 2n ** 63n)).toThrow(refused);
    expect(() => sent(gob.asBigInt(gob.uint64), -1n)).toThrow(refused);
  });

  it('say what holds a value that they do not', () => {
    const fault = (type: gob.GobType<never>, value: unknown): string => {
      try {
        new GobEncoder().encode(type, value as never);
        return 'encoded';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const whole = 'expected a whole number from -9007199254740991 to 9007199254740991 for int64';
    const cases: [gob.GobType<never>, unknown, string][] = [
      [gob.int64 as never, 5n, `${whole}, got 5n; a bigint goes with asBigInt(int64)`],
      [
        gob.int8 as never,
        5n,
        'expected a whole number from -128 to 127 for int8, got 5n; a bigint goes with asBigInt(int8)',
      ],
      [
        gob.int64 as never,
        2 ** 60,
        `${whole}, got 1152921504606847000, which a number does not hold exactly; asBigInt(int64) takes a bigint`,
      ],
      [gob.int64 as never, '5', `${whole}, got the string "5"`],
      [gob.int64 as never, 1.5, `${whole}, got 1.5`],
      [gob.int64 as never, Number.POSITIVE_INFINITY, `${whole}, got Infinity`],
      [gob.uint64 as never, -1, 'expected a whole number from 0 to 9007199254740991 for uint64, got -1'],
      [
        gob.asBigInt(gob.int) as never,
        5,
        'expected a bigint that int holds, got 5; a number goes with int, without asBigInt',
      ],
    ];
    for (const [type, value, message] of cases) expect(fault(type, value)).toBe(`gob: ${message}`);
  });

  it('have the range of their Go type in both directions', () => {
    for (const [type, min, max] of [
      [gob.int8, -128, 127],
      [gob.int16, -32768, 32767],
      [gob.int32, -(2 ** 31), 2 ** 31 - 1],
      [gob.uint8, 0, 255],
      [gob.uint16, 0, 65535],
      [gob.uint32, 0, 2 ** 32 - 1],
    ] as const) {
      for (const value of [min, max]) expect(sent(type, value)).toBe(value);
      for (const value of [min - 1, max + 1]) {
        expect(() => sent(type, value)).toThrow(refused);
        const decoder = new GobDecoder();
        const wide = min < 0 ? gob.int : gob.uint;
        if (min === 0 && value < 0) continue;
        decoder.push(new GobEncoder().encode(wide, value));
        expect(() => decoder.decode(type)).toThrow(expect.objectContaining({ code: 'ERR_GOB_RANGE' }));
      }
      expect(() => sent(gob.asBigInt(type), BigInt(max) + 1n)).toThrow(refused);
    }
    expect(() => gob.asBigInt(gob.float64)).toThrow(expect.objectContaining({ code: 'ERR_GOB_SCHEMA' }));
  });

  it('that a number does not hold are an error to read, from the first one on', () => {
    const edge = [2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n) + 1n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)];
    const read = edge.map((value) => {
      const decoder = new GobDecoder();
      decoder.push(new GobEncoder().encode(gob.asBigInt(gob.int64), value));
      try {
        return decoder.decode(gob.int);
      } catch (error) {
        return (error as gob.GobError).code;
      }
    });
    const error = 'ERR_GOB_RANGE';
    expect(read).toEqual([2 ** 53 - 1, error, -(2 ** 53) + 1, error, error, error]);
  });
});

describe('floats', () => {
  it('keep every double to its last bit', () => {
    fc.assert(fc.property(fc.double(), (value) => Object.is(sent(gob.float64, value), value)));
    expect(sent(gob.float64, -0)).toBe(-0);
  });

  it('of 32 bits are never rounded', () => {
    expect(sent(gob.float32, Math.fround(0.1))).toBe(Math.fround(0.1));
    expect(() => sent(gob.float32, 0.1)).toThrow(refused);
    expect(() => sent(gob.complex64, { re: 0.1, im: 0 })).toThrow(refused);
    for (const value of [Infinity, -Infinity, Number.NaN]) expect(sent(gob.float32, value)).toBe(value);
  });
});

describe('strings', () => {
  it('keep every well-formed text, of any length', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => sent(gob.string, value) === value));
    for (const length of [31, 32, 33, 63, 64, 65, 127, 128, 5000]) {
      for (const unit of ['a', 'ä', '世', '🎉'])
        expect(sent(gob.string, unit.repeat(length))).toBe(unit.repeat(length));
    }
  });

  it('with a lone surrogate have no bytes', () => {
    for (const value of ['\uD800', `a${'b'.repeat(100)}\uDC00`]) expect(() => sent(gob.string, value)).toThrow(refused);
  });
});

describe('schemas', () => {
  it('that describe no Go type are refused when they are made', () => {
    const schemaError = expect.objectContaining({ code: 'ERR_GOB_SCHEMA' });
    for (const name of ['num', '', '__proto__', 'A b', '1A']) {
      expect(() => gob.struct('T', Object.fromEntries([[name, gob.int]])), name).toThrow(schemaError);
    }
    expect(() => gob.struct('T', { A: 1 as unknown as gob.GobType<number> })).toThrow(schemaError);
    expect(() => gob.array(-1, gob.int)).toThrow(schemaError);
    expect(() => gob.registry({ '': gob.int })).toThrow(schemaError);
    expect(() => gob.registry({ a: 1 as unknown as gob.GobType<number> })).toThrow(schemaError);
    expect(() => gob.interfaceOf({} as gob.Registry<Record<string, never>>)).toThrow(schemaError);
    const Itself: gob.GobType<unknown> = gob.struct('main.Itself', {
      A: gob.int,
      Me: gob.lazy(() => Itself),
    });
    expect(() => Itself.zero()).toThrow(schemaError);
    const missing = gob.lazy(() => undefined as unknown as gob.GobType<number>);
    expect(() => sent(missing, 1)).toThrow(schemaError);
  });

  it('made twice of the same parts are the same, so that a stream defines them once', () => {
    expect(gob.slice(gob.int)).toBe(gob.slice(gob.int));
    expect(gob.array(2, gob.int)).toBe(gob.array(2, gob.int));
    expect(gob.array(2, gob.int)).not.toBe(gob.array(3, gob.int));
    expect(gob.map(gob.string, gob.int)).toBe(gob.map(gob.string, gob.int));
    expect(gob.record(gob.int)).toBe(gob.record(gob.int));
    expect(gob.optional(gob.int)).toBe(gob.optional(gob.int));
    expect(gob.asBigInt(gob.int)).toBe(gob.asBigInt(gob.int));
    const encoder = new GobEncoder();
    encoder.encode(gob.map(gob.string, gob.int), new Map());
    expect(encoder.encode(gob.record(gob.int), {}).length).toBe(5);
  });
});

describe('record', () => {
  it('is a map with string keys as an object without a prototype', () => {
    const value = sent(gob.record(gob.slice(gob.int)), { a: [1], constructor: [], ['__proto__']: [2] })!;
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.entries(value)).toEqual([
      ['a', [1]],
      ['constructor', []],
      ['__proto__', [2]],
    ]);
    expect(() => sent(gob.record(gob.int), { a: 'x' as unknown as number })).toThrow(/in \[the string "a"\]: expected/);
  });
});

describe('interfaceOf', () => {
  it('refuses names that are not registered', () => {
    const any = gob.interfaceOf(gob.registry({})) as gob.GobType<unknown>;
    expect(() => sent(any, { type: 'main.Point', value: {} })).toThrow(
      expect.objectContaining({ code: 'ERR_GOB_NAME' }),
    );
    expect(sent(any, null)).toBe(null);
    expect(sent(any, { type: '[]string', value: ['a'] })).toEqual({ type: '[]string', value: ['a'] });
  });

  it('holds 64-bit integers as the registry says', () => {
    const any = gob.interfaceOf(gob.registry({ int64: gob.asBigInt(gob.int64) }));
    expect(sent(any, { type: 'int64', value: 2n ** 60n })).toEqual({ type: 'int64', value: 2n ** 60n });
  });
});

describe('types that encode themselves', () => {
  const text: gob.OpaqueHooks<string> = {
    encode: (value) => new TextEncoder().encode(value),
    decode: (bytes) => new TextDecoder().decode(bytes),
    zero: () => '',
  };

  it('match by the way they do it, and not by name', () => {
    const types = [gob.gobEncoder(text), gob.binaryMarshaler(text), gob.textMarshaler(text)];
    for (const type of types) {
      expect(sent(type, 'abc')).toBe('abc');
      const bytes = new GobEncoder().encode(type, 'abc');
      expect(gob.decodeAll(bytes)).toEqual([expect.objectContaining({ bytes: new TextEncoder().encode('abc') })]);
      for (const other of types.filter((one) => one !== type)) {
        const decoder = new GobDecoder();
        decoder.push(bytes);
        expect(() => decoder.decode(other)).toThrow(expect.objectContaining({ code: 'ERR_GOB_TYPE' }));
      }
    }
  });

  it('are sent even if zero, unless they say what zero is', () => {
    const always = gob.struct('', { T: gob.gobEncoder(text) });
    const omitted = gob.struct('', { T: gob.gobEncoder({ ...text, isZero: (value) => value === '' }) });
    const sizes = [always, omitted].map((type) => new GobEncoder().encode(type, { T: '' }).length);
    expect(sizes[0]! - sizes[1]!).toBe(2);
    expect([sent(always, { T: '' }), sent(omitted, { T: '' })]).toEqual([{ T: '' }, { T: '' }]);
  });

  it('have to make bytes', () => {
    const broken = gob.gobEncoder({ ...text, encode: () => 'abc' as unknown as Uint8Array });
    expect(() => sent(broken, 'abc')).toThrow(refused);
  });
});
