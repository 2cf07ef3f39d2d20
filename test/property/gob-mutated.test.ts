import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { GobDecoder, GobEncoder, GobError, type GobType } from 'timed-operation/geerpc/gob';
import { expect, it } from 'vitest';
import { registryOf, schemaOf } from '../adapters/geerpc/gob/support/random-type.ts';
import { randomCase } from '../adapters/geerpc/gob/support/random-value.ts';

const { GOB_MUTATION_SECONDS } = process.env;
const seconds = Number(GOB_MUTATION_SECONDS ?? 20);
const values = 10_000;
const limits = { values, messageBytes: 100_000 };

interface Sample {
  bytes: Uint8Array;
  schema: GobType<unknown> | undefined;
}

function corpus(): Sample[] {
  const url = new URL('../fixtures/geerpc/gob-vectors.json', import.meta.url);
  const golden = (JSON.parse(readFileSync(url, 'utf8')) as { hex: string }[]).map(({ hex }) => ({
    bytes: Uint8Array.from(Buffer.from(hex, 'hex')),
    schema: undefined,
  }));
  const random = fc.sample(randomCase, 300).map((one) => {
    const registry = registryOf(one.registered);
    const schema = schemaOf(one.type, () => registry);
    return { bytes: new GobEncoder().encode(schema, one.value), schema };
  });
  return [...golden, ...random];
}

interface Mutation {
  kind: 'set' | 'flip' | 'insert' | 'delete' | 'repeat' | 'cut' | 'huge' | 'splice';
  at: number;
  by: number;
}

const hugeNumbers = [
  'fc7fffffff',
  'f8ffffffffffffffff',
  'fa010000000000',
  'f7010203040506070809',
  'fd7fffff',
  'ff00',
].map((hex) => Buffer.from(hex, 'hex'));

function mutated(samples: readonly Sample[], start: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  return mutations.reduce<Uint8Array>((bytes, mutation) => once(samples, bytes, mutation), start);
}

function once(samples: readonly Sample[], bytes: Uint8Array, { kind, at: where, by }: Mutation): Uint8Array {
  const at = where % (bytes.length + 1);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (kind) {
    case 'set':
      return Buffer.concat([head, Buffer.from([by & 0xff]), tail.subarray(1)]);
    case 'flip':
      return Buffer.concat([head, Buffer.from([(tail[0] ?? 0) ^ (1 << (by % 8))]), tail.subarray(1)]);
    case 'insert':
      return Buffer.concat([head, Buffer.from([by & 0xff]), tail]);
    case 'delete':
      return Buffer.concat([head, tail.subarray(1 + (by % 4))]);
    case 'repeat':
      return Buffer.concat([head, tail.subarray(0, by % 64), tail]);
    case 'cut':
      return Buffer.from(head);
    case 'huge':
      return Buffer.concat([head, hugeNumbers[by % hugeNumbers.length]!, tail.subarray(1)]);
    case 'splice': {
      const other = samples[by % samples.length]!.bytes;
      return Buffer.concat([head, other.subarray(at % (other.length + 1))]);
    }
  }
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 1;
  const parts = value instanceof Map ? [...value.keys(), ...value.values()] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + sizeOf(part), 1);
}

/** Reads all there is, and checks that whatever comes is bounded by the input. */
function readAll(bytes: Uint8Array, read: (decoder: GobDecoder) => unknown): void {
  const decoder = new GobDecoder({ limits, integers: 'mixed', strings: 'mixed' });
  let left = bytes.length + 2;
  try {
    decoder.push(bytes);
    decoder.end();
    while (decoder.ready()) {
      expect(left--, 'more values than bytes').toBeGreaterThan(0);
      try {
        expect(sizeOf(read(decoder))).toBeLessThanOrEqual(3 * (values + bytes.length));
      } catch (error) {
        if (!(error instanceof GobError) || !error.recoverable) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof GobError)) throw error;
    expect(error.offset).toBeGreaterThanOrEqual(0);
    expect(error.offset).toBeLessThanOrEqual(bytes.length);
    // A broken stream stays broken.
    expect(() => decoder.ready()).toThrow(error);
  }
}

it(`${seconds} s of mutated streams give an error or a value, and neither is larger than the input justifies`, () => {
  const samples = corpus();
  const mutation = fc.record({
    kind: fc.constantFrom<Mutation['kind'][]>(
      'set',
      'set',
      'flip',
      'insert',
      'delete',
      'repeat',
      'cut',
      'huge',
      'huge',
      'splice',
    ),
    at: fc.nat(),
    by: fc.nat(),
  });
  let runs = 0;
  fc.assert(
    fc.property(
      fc.nat({ max: samples.length - 1 }),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (index, mutations) => {
        const { bytes, schema } = samples[index]!;
        const bad = mutated(samples, bytes, mutations);
        readAll(bad, (decoder) => decoder.decode());
        readAll(bad, (decoder) => decoder.skip());
        if (schema !== undefined) readAll(bad, (decoder) => decoder.decode(schema));
        runs++;
      },
    ),
    { numRuns: 1_000_000_000, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false },
  );
  expect(runs).toBeGreaterThan(0);
  console.log(`${runs} mutated streams`);
});
