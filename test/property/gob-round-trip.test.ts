import fc from 'fast-check';
import { decodeAll, GobDecoder, GobEncoder } from 'timed-operation/geerpc/gob';
import { expect, it } from 'vitest';
import { arrives } from '../adapters/geerpc/gob/support/arrives.ts';
import { printed } from '../adapters/geerpc/gob/support/printed.ts';
import { registryOf, schemaOf } from '../adapters/geerpc/gob/support/random-type.ts';
import { randomCase } from '../adapters/geerpc/gob/support/random-value.ts';

const numRuns = 3_000;
const mixed = { integers: 'mixed', strings: 'mixed' } as const;

it('a value of a random type comes back equal, twice on one stream, under any chunking', () => {
  fc.assert(
    fc.property(
      randomCase,
      fc.integer({ min: 64, max: 2 ** 31 - 1000 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      (one, firstId, sizes) => {
        const registry = registryOf(one.registered);
        const schema = schemaOf(one.type, () => registry);
        const encoder = new GobEncoder({ firstId });
        const [first, second] = [encoder.encode(schema, one.value), encoder.encode(schema, one.value)];
        expect(second.length).toBeLessThanOrEqual(first.length);
        const bytes = Uint8Array.from([...first, ...second]);
        const decoder = new GobDecoder();
        const values: string[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length]!;
          decoder.push(bytes.subarray(at, at + size));
          at += size;
          while (decoder.ready()) values.push(printed(decoder.decode(schema)));
        }
        const expected = printed(arrives(one));
        expect(values).toEqual([expected, expected]);
        expect(decoder.bufferedBytes).toBe(0);
      },
    ),
    { numRuns },
  );
});

it('a value of a random type is readable without its schema, and can be skipped', () => {
  fc.assert(
    fc.property(randomCase, (one) => {
      const registry = registryOf(one.registered);
      const schema = schemaOf(one.type, () => registry);
      const encoder = new GobEncoder();
      const first = encoder.encode(schema, one.value);
      const bytes = Uint8Array.from([...first, ...encoder.encode(schema, one.value)]);
      const [once, again] = decodeAll(bytes, mixed);
      expect(printed(again)).toBe(printed(once));
      const decoder = new GobDecoder();
      decoder.push(bytes);
      expect([decoder.skip(), decoder.skip(), decoder.skip()]).toEqual([true, true, false]);
    }),
    { numRuns },
  );
});
