import fc from 'fast-check';
import { ArcusTranscodeError, JsonTranscoder, RawTranscoder } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';

describe('JsonTranscoder', () => {
  const json = new JsonTranscoder();

  it('brings back every value that JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { flags, data } = json.encode(value);
        expect(json.decode(flags, data)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps __proto__ an ordinary property', () => {
    const { flags, data } = json.encode(JSON.parse('{"__proto__":{"polluted":true}}'));
    const back = json.decode(flags, data) as object;
    expect(Object.hasOwn(back, '__proto__')).toBe(true);
    expect('polluted' in back).toBe(false);
  });

  it.each([[undefined], [() => 0], [1n], [Symbol('s')]])('refuses %s, which JSON does not have', (value) => {
    expect(() => json.encode(value)).toThrow(ArcusTranscodeError);
  });

  it('refuses a cycle, flags of something else, and bytes that are no JSON', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => json.encode(cycle)).toThrow(ArcusTranscodeError);
    expect(() => json.decode(2, new Uint8Array(2))).toThrow(/flags 2/);
    expect(() => json.decode(0, Buffer.from('{'))).toThrow(ArcusTranscodeError);
    expect(() => json.decode(0, Uint8Array.of(34, 0xff, 34))).toThrow(ArcusTranscodeError);
  });

  it('writes and reads flags of its own', () => {
    const flagged = new JsonTranscoder(77);
    expect(flagged.encode(1)).toEqual({ flags: 77, data: Uint8Array.of(49) });
    expect(flagged.decode(77, Uint8Array.of(49))).toBe(1);
    expect(() => flagged.decode(0, Uint8Array.of(49))).toThrow(ArcusTranscodeError);
  });
});

describe('RawTranscoder', () => {
  it('hands bytes through, whatever their flags', () => {
    const raw = new RawTranscoder(5);
    const data = Uint8Array.of(1, 2);
    expect(raw.encode(data)).toEqual({ flags: 5, data });
    expect(raw.decode(9, data)).toBe(data);
    expect(() => raw.encode('text' as never)).toThrow(ArcusTranscodeError);
  });
});

it.each([-1, 0.5, 2 ** 32, '1'])('flags of %s are refused by a transcoder that is told to write them', (flags) => {
  expect(() => new JsonTranscoder(flags as number)).toThrow(/flags must be an integer/);
  expect(() => new RawTranscoder(flags as number)).toThrow(/flags must be an integer/);
});
