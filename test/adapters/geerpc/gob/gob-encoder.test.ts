import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';

const { GobDecoder, GobEncoder, int, string, struct, slice, optional, lazy, map } = gob;

const Header = struct('codec.Header', { ServiceMethod: string, Seq: gob.uint64, Error: string });
const Args = struct('main.Args', { Num1: int, Num2: int });
const Wrapped = struct('main.Wrapped', { Inner: Args, List: slice(Args), ByName: map(string, Args) });
const header = { ServiceMethod: 'Foo.Sum', Seq: 1, Error: '' };

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function refused(code: gob.GobErrorCode, text: string): unknown {
  return expect.objectContaining({ code, message: expect.stringContaining(text), offset: undefined });
}

describe('GobEncoder', () => {
  it('sends each definition once, before the first value that needs it', () => {
    const encoder = new GobEncoder();
    const [first, second] = [encoder.encode(Args, { Num1: 1, Num2: 2 }), encoder.encode(Args, { Num1: 1, Num2: 2 })];
    expect(hex(first).endsWith(hex(second))).toBe(true);
    expect(first.length).toBeGreaterThan(second.length);
    // A type inside one that was sent has been sent as well.
    const inner = new GobEncoder();
    inner.encode(Wrapped, { Inner: { Num1: 1, Num2: 2 }, List: [], ByName: new Map() });
    expect(inner.encode(Args, { Num1: 1, Num2: 2 }).length).toBe(second.length);
  });

  it('takes back what a message that fails has defined', () => {
    const encoder = new GobEncoder();
    const clean = new GobEncoder();
    const bad = { Inner: { Num1: 1, Num2: 0.5 }, List: [], ByName: new Map() };
    expect(() => encoder.encode(Wrapped, bad)).toThrow(
      refused('ERR_GOB_VALUE', 'in main.Wrapped.Inner > main.Args.Num2'),
    );
    expect(hex(encoder.encode(Args, { Num1: 3, Num2: 4 }))).toBe(hex(clean.encode(Args, { Num1: 3, Num2: 4 })));
    expect(() => encoder.encode(Wrapped, bad)).toThrow(gob.GobError);
    expect(hex(encoder.encode(Header, header))).toBe(hex(clean.encode(Header, header)));
  });

  it('encodes a header and a body both or not at all', () => {
    const encoder = new GobEncoder();
    const pair = () => encoder.encodeAll([Header, header], [Args, { Num1: 1, Num2: 'two' as unknown as number }]);
    expect(pair).toThrow(refused('ERR_GOB_VALUE', 'got the string "two"'));
    const both = encoder.encodeAll([Header, header], [Args, { Num1: 1, Num2: 2 }]);
    const one = new GobEncoder();
    expect(hex(both)).toBe(hex(one.encode(Header, header)) + hex(one.encode(Args, { Num1: 1, Num2: 2 })));
  });

  it('prepares values that may be withdrawn: the next that is sent brings the definitions', () => {
    const encoder = new GobEncoder();
    const withdrawn = encoder.prepare([Header, header], [Args, { Num1: 1, Num2: 2 }]);
    const first = encoder.prepare([Header, header], [Args, { Num1: 3, Num2: 4 }]);
    const second = encoder.prepare([Header, header], [Args, { Num1: 5, Num2: 6 }]);
    expect(withdrawn.bytes.length).toBe(second.bytes.length);
    const decoder = new GobDecoder();
    decoder.push(encoder.send(second));
    decoder.push(encoder.send(first));
    decoder.push(encoder.encode(Args, { Num1: 7, Num2: 8 }));
    const sums: unknown[] = [];
    for (const _ of [second, first]) sums.push(decoder.decode(Header), decoder.decode(Args));
    expect(sums).toEqual([header, { Num1: 5, Num2: 6 }, header, { Num1: 3, Num2: 4 }]);
    expect(decoder.decode(Args)).toEqual({ Num1: 7, Num2: 8 });
    expect(() => new GobEncoder().send(first)).toThrow(TypeError);
  });

  it('prepares values of interfaces without definitions inside them', () => {
    const types = gob.registry({ 'main.Args': Args, '[]main.Args': slice(Args) });
    const Box = struct('main.Box', { V: gob.interfaceOf(types), After: int });
    const box = { V: { type: '[]main.Args' as const, value: [{ Num1: 1, Num2: 2 }] }, After: 9 };
    const encoder = new GobEncoder();
    const prepared = encoder.prepare([Box, box]);
    const decoder = new GobDecoder();
    decoder.push(encoder.send(prepared));
    decoder.push(encoder.encode(Box, box));
    expect([decoder.decode(Box), decoder.decode(Box)]).toEqual([box, box]);
    // One message: a count of its bytes and nothing behind.
    expect(prepared.bytes[0]).toBe(prepared.bytes.length - 1);
  });

  it('refuses nil where gob has none, cycles, and values of other types, and says where', () => {
    const encoder = new GobEncoder();
    const deep = struct('T', { List: slice(map(string, Args)) });
    const bad = { List: [new Map([['k', { Num1: 1, Num2: null as unknown as number }]])] };
    expect(() => encoder.encode(deep, bad)).toThrow(
      refused('ERR_GOB_VALUE', 'in T.List > [0] > [the string "k"] > main.Args.Num2: expected'),
    );
    expect(() => encoder.encode(slice(optional(int)), [null])).toThrow(refused('ERR_GOB_VALUE', '*int'));
    expect(() => encoder.encode(optional(Args), null)).toThrow(refused('ERR_GOB_VALUE', '*main.Args'));
    interface Loop {
      Next: Loop | null;
    }
    const Loop: gob.GobType<Loop> = struct('Loop', { Next: optional(lazy(() => Loop)) });
    const loop: Loop = { Next: null };
    loop.Next = loop;
    expect(() => encoder.encode(Loop, loop)).toThrow(refused('ERR_GOB_VALUE', 'a cycle'));
    const list = Array.from({ length: 600 }).reduce<Loop>((next) => ({ Next: next }), { Next: null });
    expect(() => encoder.encode(Loop, list)).toThrow(refused('ERR_GOB_VALUE', '500 deep'));
    expect(new GobEncoder({ depth: 601 }).encode(Loop, list).length).toBeGreaterThan(600);
    for (const [type, value] of [
      [int, '1'],
      [int, 1n],
      [int, undefined],
      [string, 1],
      [gob.bool, 0],
      [gob.bytes, [1]],
      [gob.byteString, 'a'],
      [gob.float64, '1'],
      [gob.complex128, 1],
      [slice(int), new Set([1])],
      [gob.array(2, int), [1]],
      [map(string, int), { a: 1 }],
      [gob.record(int), new Map()],
      [gob.time, new Date()],
      [Args, null],
      [gob.interfaceOf(gob.registry({})), { value: 1 }],
    ] as const) {
      const attempt = () => encoder.encode(type as gob.GobType<unknown>, value);
      expect(attempt, String(type.text)).toThrow(refused('ERR_GOB_VALUE', 'expected'));
    }
  });

  it('begins with the id that it is given, and with none below 64', () => {
    expect(hex(new GobEncoder({ firstId: 1000 }).encode(slice(int), []))).toContain('fe07cf');
    for (const firstId of [63, 64.5, 2 ** 31, Number.NaN]) expect(() => new GobEncoder({ firstId })).toThrow(/firstId/);
    const last = new GobEncoder({ firstId: 2 ** 31 - 1 });
    expect(last.encode(slice(int), [1]).length).toBeGreaterThan(0);
    expect(() => last.encode(slice(string), [])).toThrow(refused('ERR_GOB_VALUE', 'a free type id'));
    expect(last.encode(slice(int), [1]).length).toBeGreaterThan(0);
  });

  it('writes as deep as its option and the stack allow, and says so where they do not', () => {
    for (const depth of [0, 1.5, Number.NaN]) expect(() => new GobEncoder({ depth })).toThrow(/^depth: expected/);
    interface Loop {
      Next: Loop | null;
    }
    const Loop: gob.GobType<Loop> = struct('Loop', { Next: optional(lazy(() => Loop)) });
    const loop: Loop = { Next: null };
    loop.Next = loop;
    const encoder = new GobEncoder({ depth: 10_000_000 });
    expect(() => encoder.encode(Loop, loop)).toThrow(refused('ERR_GOB_VALUE', 'less deep'));
    expect(encoder.encode(Loop, { Next: null }).length).toBeGreaterThan(0);
  });

  it('gives out bytes of its own each time', () => {
    const encoder = new GobEncoder();
    const first = encoder.encode(string, 'abc');
    const copy = hex(first);
    encoder.encode(string, 'xyz');
    expect(hex(first)).toBe(copy);
    first.fill(0);
    expect(hex(encoder.encode(string, 'abc'))).toBe(copy);
  });
});
