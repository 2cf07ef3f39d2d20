import { readFileSync } from 'node:fs';
import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';
import { hexBytes } from './support/golden-value.ts';

interface Compat {
  name: string;
  hex: string;
  target: string;
  ok: boolean;
  value?: unknown;
  thenNextValue?: string;
}

const { int, uint, string, slice, array, map, struct, optional } = gob;

const targets: Record<string, gob.GobType<unknown>> = {
  '*main.Point': optional(struct('main.Point', { X: int, Y: int })),
  '[2]int': array(2, int),
  '[2]uint8': array(2, gob.uint8),
  '[3]int': array(3, int),
  '[]int': slice(int),
  '[]string': slice(string),
  '[]uint8': gob.bytes,
  bool: gob.bool,
  float32: gob.float32,
  float64: gob.float64,
  int,
  int8: gob.int8,
  'interface {}': gob.interfaceOf(gob.registry({})),
  'main.Empty': struct('main.Empty', {}),
  'main.Iface': struct('main.Iface', { V: gob.interfaceOf(gob.registry({})) }),
  'main.P8': struct('main.P8', { X: gob.int8, Y: gob.int8 }),
  'main.PExtra': struct('main.PExtra', { X: int, Y: int, Z: int }),
  'main.PPtr': struct('main.PPtr', { X: optional(int), Y: optional(int) }),
  'main.PStr': struct('main.PStr', { X: string, Y: int }),
  'main.PX': struct('main.PX', { X: int }),
  'main.Point': struct('main.Point', { X: int, Y: int }),
  'main.PointU': struct('main.PointU', { X: uint, Y: uint }),
  'map[int]int': map(int, int),
  'map[string]int': map(string, int),
  string,
  'struct { V main.Reg }': struct('', { V: struct('main.Reg', { A: int }) }),
  uint,
};

/** Where Go merges into what the target held before, ours returns what came. */
const fresh: Record<string, unknown> = {
  'target has an extra field, kept': { X: 1, Y: 2, Z: 0 },
  'absent zero field keeps the old value in the target (decoding merges)': { X: 0, Y: 2 },
  'empty struct into a struct with fields': { X: 0, Y: 0 },
  'map merges into an existing map': new Map([['a', 1]]),
};

/** What Go cannot skip although it is sound. */
const soundHere = new Set(['skip a slice with a nil interface', 'self-referential slice type, skipped']);

describe.each(['gob-compat.json', 'gob-compat-go1.23.json'])('%s', (file) => {
  const url = new URL(`../../../fixtures/geerpc/${file}`, import.meta.url);
  const cases = JSON.parse(readFileSync(url, 'utf8')) as Compat[];

  it('holds the cases that the other tests are about', () => {
    expect(cases.length).toBe(65);
    expect(cases.filter((one) => soundHere.has(one.name)).length).toBe(2);
    expect(cases.filter((one) => one.name in fresh).length).toBe(4);
  });

  for (const one of cases) {
    const accepted = one.ok || soundHere.has(one.name);
    it(`${one.name}: ${accepted ? 'accepted' : 'refused'}`, () => {
      const decoder = new gob.GobDecoder();
      const read = () => {
        if (one.target.startsWith('(skip')) return decoder.skip() ? 'skipped' : undefined;
        return decoder.decode(targets[one.target]!);
      };
      const attempt = () => {
        decoder.push(hexBytes(one.hex));
        decoder.end();
        const value = read();
        // Go reports the end of the input as an error, ours as there being no value.
        if (value === undefined) throw new gob.GobError('ERR_GOB_TRUNCATED', 'end');
        return value;
      };
      if (!accepted) expect(attempt).toThrow(gob.GobError);
      else if (one.target.startsWith('(skip')) expect(attempt()).toBe('skipped');
      else expect(attempt()).toStrictEqual(fresh[one.name] ?? one.value);
      if (one.thenNextValue === undefined) return;
      for (const next of one.thenNextValue.split('; ').slice(0, -1)) {
        const expected = next === 'error: EOF' ? undefined : Number(next);
        expect(decoder.decode(int)).toBe(expected);
      }
    });
  }
});
