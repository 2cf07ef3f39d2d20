import fc from 'fast-check';
import {
  decodeAll,
  GobDecoder,
  GobEncoder,
  interfaceOf,
  map,
  registry,
  slice,
  string,
  struct,
} from 'timed-operation/geerpc/gob';
import { afterAll, expect, it } from 'vitest';
import { ByteReader } from '../../src/adapters/geerpc/gob/byte-reader.ts';
import { resolveLimits } from '../../src/adapters/geerpc/gob/limits.ts';
import { arrives } from '../adapters/geerpc/gob/support/arrives.ts';
import { KindCounts, valueKinds } from '../adapters/geerpc/gob/support/count-kinds.ts';
import { printed } from '../adapters/geerpc/gob/support/printed.ts';
import { registryOf, schemaOf, textOf } from '../adapters/geerpc/gob/support/random-type.ts';
import { type Case, randomCase } from '../adapters/geerpc/gob/support/random-value.ts';
import { GoPeer } from './go-peer.ts';

const { GOB_INTEROP_CASES } = process.env;
const cases = Number(GOB_INTEROP_CASES ?? 2_000);
const mixed = { integers: 'mixed', strings: 'mixed' } as const;

/** Whether the value has one form only but for the id of its type: no map in any order, no interface with ids inside. */
function isOrdered({ type }: Case): boolean {
  return !/"(map|interface|main.MTree)"/.test(JSON.stringify(type));
}

/** The last message of a stream behind its type id, in hex. */
function lastValue(bytes: Uint8Array): string {
  const reader = new ByteReader(resolveLimits());
  reader.bytes = bytes;
  reader.end = bytes.length;
  let last = '';
  while (reader.pos < bytes.length) {
    const end = reader.size() + reader.pos;
    reader.int();
    last = Buffer.from(bytes.subarray(reader.pos, end)).toString('hex');
    reader.pos = end;
  }
  return last;
}

const go = new GoPeer();
afterAll(() => go.close());

it(`Go decodes ${cases} random values of random types, encodes them again, and they come back equal`, async () => {
  const kinds = new KindCounts();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(randomCase, async (one) => {
      kinds.add(one);
      const registry = registryOf(one.registered);
      const schema = schemaOf(one.type, () => registry);
      const encoder = new GobEncoder();
      const bytes = Buffer.concat([encoder.encode(schema, one.value), encoder.encode(schema, one.value)]);
      const registered = one.registered.map((type) => ({ name: textOf(type), type }));
      const answer = await go.ask({ type: one.type, registered, hex: bytes.toString('hex') });
      expect(answer.error).toBeUndefined();
      const decoder = new GobDecoder();
      const back = Uint8Array.from(Buffer.from(answer.hex!, 'hex'));
      decoder.push(back);
      decoder.end();
      const expected = printed(arrives(one));
      expect([decoder.decode(schema), decoder.decode(schema)].map(printed)).toEqual([expected, expected]);
      expect(decoder.ready()).toBe(false);
      if (isOrdered(one)) {
        compared++;
        expect(lastValue(back)).toBe(lastValue(bytes));
      }
      // Without a schema, Go's bytes and ours say the same.
      expect(decodeAll(back, mixed).map(printed)).toEqual(decodeAll(bytes, mixed).map(printed));
    }),
    { numRuns: cases },
  );
  expect(compared, 'values compared byte by byte').toBeGreaterThan(cases / 10);
  const missing = valueKinds.filter((kind) => kinds.counts.get(kind) === 0);
  expect(missing, 'kinds that no case reached').toEqual([]);
  console.log([...kinds.counts].map(([kind, count]) => `${kind}: ${count}`).join('\n'));
});

it('Go skips what was prepared, also where it cannot skip the same in its own form', async () => {
  const inner = struct('main.Inner', { Names: slice(string), Next: interfaceOf(registry({})) });
  const outer = map(string, interfaceOf(registry({ inner })));
  const held = interfaceOf(registry({ inner, outer }));
  const value = {
    type: 'outer' as const,
    value: new Map([['a', { type: 'inner' as const, value: { Names: ['x'], Next: null } }]]),
  };
  const box = struct('main.Box', { V: held });
  const request = (bytes: Uint8Array) => ({
    type: { kind: 'bytes' },
    skip: true,
    hex: Buffer.from(bytes).toString('hex'),
  });
  const encoder = new GobEncoder();
  const prepared = encoder.prepare([box, { V: value }], [box, { V: null }]);
  expect(await go.ask(request(encoder.send(prepared)))).toEqual({ skipped: 2 });
  const inline = await go.ask(request(new GobEncoder().encode(box, { V: value })));
  expect(inline.error).toMatch(/^skip: /);
});
