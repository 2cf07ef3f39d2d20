import { readdirSync, readFileSync } from 'node:fs';
import { byteString, decodeAll, GobDecoder, GobEncoder, type GobType } from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';
import { GoSchema } from './support/go-schema.ts';
import { goldenValue, hexBytes } from './support/golden-value.ts';

interface Part {
  goType: string;
  valueJson: never;
  hex: string;
}

interface Vector extends Part {
  name: string;
  multi?: Part[];
}

interface Case {
  schema: GobType<unknown>;
  value: unknown;
  /** What Go makes of it on the way: pointers to zero values arrive as nil, -0 in a field as 0. */
  arrives: unknown;
}

function load(file: string): Vector[] {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/geerpc/${file}`, import.meta.url), 'utf8')) as Vector[];
}

const allKinds = {
  B: true,
  I: -1,
  I8: -8,
  I64: 64n,
  U: 1,
  U8: 8,
  U64: 2n ** 40n,
  F32: 0.5,
  F64: -2.25,
  C: { re: 0, im: 1 },
  S: 's',
  Raw: hexBytes('09'),
  Ints: [0, 1],
  M: new Map([['m', 0]]),
  A: [0, 9],
  St: { X: 0, Y: 1 },
  P: { X: 0, Y: 0 },
  E: { type: 'int', value: 5 },
};

function caseOf(vector: Vector, part: Part): Case {
  const goSchema = new GoSchema(part.goType);
  const { schema } = goSchema;
  if (vector.name === 'string-invalid-utf8') {
    const value = hexBytes('61fffe62');
    return { schema: byteString, value, arrives: value };
  }
  if (vector.name === 'allkinds-full') return { schema, value: allKinds, arrives: allKinds };
  const value = goldenValue(goSchema, goSchema.type, part.valueJson);
  if (vector.name === 'ptr-fields') return { schema, value, arrives: { ...(value as object), I: null, S: null } };
  if (vector.name === 'ptr-fields-zero-int') return { schema, value, arrives: { ...(value as object), I: null } };
  if (vector.name === 'struct-neg0-field') return { schema, value, arrives: { F: 0 } };
  return { schema, value, arrives: value };
}

function chunksOf(bytes: Uint8Array, sizes: (i: number) => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes(i);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

describe.each([
  ['gob-vectors.json', 65],
  ['gob-vectors-go1.23.json', 64],
])('%s', (file, firstId) => {
  const vectors = load(file);
  const parts = (vector: Vector) => vector.multi ?? [vector];

  it('holds the vectors that the other tests are about', () => {
    expect(vectors.length).toBe(142);
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s decodes to its value', (_, vector) => {
    const decoder = new GobDecoder();
    decoder.push(hexBytes(vector.hex));
    decoder.end();
    for (const part of parts(vector)) {
      const { schema, arrives } = caseOf(vector, part);
      expect(decoder.decode(schema)).toStrictEqual(arrives);
    }
    expect(decoder.ready()).toBe(false);
  });

  const encodable = vectors.filter((vector) => vector.name !== 'url-url');
  it.each(encodable.map((vector) => [vector.name, vector] as const))('%s encodes to its bytes', (_, vector) => {
    const encoder = new GobEncoder({ firstId });
    for (const part of parts(vector)) {
      const { schema, value } = caseOf(vector, part);
      let hex = Buffer.from(encoder.encode(schema, value)).toString('hex');
      // Here Go gives the type two ids; the one inside the definition means nothing.
      if (vector.name === 'bigint')
        hex = firstId === 65 ? hex.replace('0102ff82', '0102ff84') : hex.replace('0102ff80', '0102ff82');
      expect(hex).toBe(part.hex);
    }
  });

  it.each([
    ['byte by byte', () => 1],
    ['in chunks of 3', () => 3],
    ['in chunks of every length from 1 to 17', (i: number) => (i % 17) + 1],
  ] as const)('every stream decodes alike %s', (_, sizes) => {
    for (const vector of vectors) {
      const decoder = new GobDecoder();
      const decoded: unknown[] = [];
      const expected = parts(vector).map((part) => caseOf(vector, part));
      const bytes = hexBytes(vector.hex);
      for (const chunk of chunksOf(bytes, sizes)) {
        decoder.push(chunk);
        while (decoder.ready()) decoded.push(decoder.decode(expected[decoded.length]!.schema));
      }
      expect(decoded, vector.name).toStrictEqual(expected.map((one) => one.arrives));
      expect(decoder.bufferedBytes).toBe(0);
    }
  });

  it('every stream decodes without a schema to the same, whole or cut at any byte', () => {
    const options = { integers: 'mixed', strings: 'mixed' } as const;
    for (const vector of vectors) {
      const bytes = hexBytes(vector.hex);
      const whole = decodeAll(bytes, options);
      expect(whole.length, vector.name).toBe(parts(vector).length);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const decoder = new GobDecoder(options);
        const values: unknown[] = [];
        for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
          decoder.push(chunk);
          while (decoder.ready()) values.push(decoder.decode());
        }
        expect(values).toStrictEqual(whole);
      }
    }
  });

  it('every value can be skipped, and the stream cut short is an error and not a value', () => {
    for (const vector of vectors) {
      const bytes = hexBytes(vector.hex);
      const decoder = new GobDecoder();
      decoder.push(bytes);
      let skipped = 0;
      while (decoder.skip()) skipped++;
      expect(skipped, vector.name).toBe(parts(vector).length);
      expect(decoder.bufferedBytes).toBe(0);
      const [last] = parts(vector).slice(-1);
      const short = bytes.subarray(0, bytes.length - 1);
      expect(() => decodeAll(short, { integers: 'mixed', strings: 'mixed' }), `${vector.name} ${last!.hex}`).toThrow(
        expect.objectContaining({ code: 'ERR_GOB_TRUNCATED' }),
      );
    }
  });
});

describe('the sources', () => {
  const folder = new URL('../../../../src/adapters/geerpc/gob/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');

  it('hold no name and no bytes of a vector', () => {
    expect(files.length).toBeGreaterThan(30);
    const words = new Set(sources.match(/[\w.-]+/g));
    for (const { name, hex } of [...load('gob-vectors.json'), ...load('gob-vectors-go1.23.json')]) {
      // One vector has the name of a TypeScript keyword.
      if (name !== 'bigint') expect(words.has(name), name).toBe(false);
      expect(sources.includes(hex), name).toBe(false);
    }
  });

  it('are pure: no module of Node, no timer, no promise, no code made at run time', () => {
    expect(sources).not.toMatch(
      /'node:|\bBuffer\b|setTimeout|setImmediate|queueMicrotask|Promise|async |new Function|eval\(/,
    );
    const imports = [...sources.matchAll(/from '([^']+)'/g)].map(([, from]) => from);
    expect(imports.filter((from) => !from?.startsWith('./') && !from?.startsWith('../'))).toEqual([]);
    expect(sources).not.toContain("from '../../");
  });
});
