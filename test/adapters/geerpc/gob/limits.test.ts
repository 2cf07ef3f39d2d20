import * as gob from 'timed-operation/geerpc/gob';
import { describe, expect, it } from 'vitest';
import { repeated, sliceDefinition, stream, structDefinition, value } from './support/hand-made.ts';

const { decodeAll, GobDecoder, int, string, struct, slice } = gob;

function failure(code: gob.GobErrorCode, text = ''): unknown {
  return expect.objectContaining({ name: 'GobError', code, message: expect.stringContaining(text) });
}

function read(bytes: Uint8Array, type: gob.GobType<unknown>, limits: Partial<gob.GobLimits> = {}): unknown {
  const decoder = new GobDecoder({ limits });
  decoder.push(bytes);
  decoder.end();
  return decoder.decode(type);
}

describe('GobLimits', () => {
  it('bounds the values that one message becomes, however few its bytes', () => {
    const fields = Array.from({ length: 1000 }, (_, i) => [`F${i}`, 2] as const);
    const wide = stream(
      structDefinition(65, fields),
      sliceDefinition(66, 65),
      value(66, 0, 0xfe, 0x4e, 0x20, repeated(0, 20_000)),
    );
    expect(() => decodeAll(wide)).toThrow(failure('ERR_GOB_LIMIT', 'values of 250000'));
    const schema = slice(struct('', Object.fromEntries(fields.map(([name]) => [name, int]))));
    expect(() => read(wide, schema)).toThrow(failure('ERR_GOB_LIMIT', 'values of 250000'));
    const heavy = slice(struct('', { F0: int, Big: gob.array(1_000, int) }));
    expect(() => read(wide, heavy)).toThrow(failure('ERR_GOB_LIMIT', 'values of 250000'));
  });

  it('gives no memory for what is only claimed', () => {
    const before = process.memoryUsage().arrayBuffers;
    const decoders = Array.from({ length: 500 }, () => new GobDecoder());
    for (const decoder of decoders) {
      // A message of 4 MiB, and in it a string of as many bytes.
      decoder.push(Uint8Array.of(0xfd, 0x40, 0, 0, 12, 0, 0xfd, 0x3f, 0xff, 0xf0));
      expect(decoder.ready()).toBe(false);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500 * 64 * 1024);
    expect(decoders.reduce((sum, decoder) => sum + decoder.bufferedBytes, 0)).toBe(500 * 10);
  });

  it('bounds definitions, fields, names and buffered bytes', () => {
    const many = Array.from({ length: 4 }, (_, i) => sliceDefinition(65 + i, 2));
    expect(() => decodeAll(stream(...many), { limits: { definitions: 3 } })).toThrow(
      failure('ERR_GOB_LIMIT', 'definitions of 3'),
    );
    const fields = Array.from({ length: 1001 }, (_, i) => [`F${i}`, 2] as const);
    expect(() => decodeAll(structDefinition(65, fields))).toThrow(failure('ERR_GOB_LIMIT', 'fields of 1000'));
    const long = structDefinition(65, [['N'.repeat(1025), 2]]);
    expect(() => decodeAll(long)).toThrow(failure('ERR_GOB_LIMIT', 'nameBytes of 1024'));
    const held = value(8, 0, 0xfe, 4, 1, repeated(0x61, 1025));
    expect(() => decodeAll(held)).toThrow(failure('ERR_GOB_LIMIT', 'nameBytes of 1024'));
    const decoder = new GobDecoder({ limits: { bufferedBytes: 100 } });
    decoder.push(new Uint8Array(100));
    expect(() => decoder.push(new Uint8Array(1))).toThrow(failure('ERR_GOB_LIMIT', 'bufferedBytes of 100'));
    expect(() => new GobDecoder({ limits: { deep: 1 } as object })).toThrow(/limits.deep is not a limit/);
    expect(() => new GobDecoder({ limits: { depth: 0 } })).toThrow(
      /limits.depth: expected a whole number from 1, got 0/,
    );
  });

  it('bounds a value over all the messages that it is split into', () => {
    // Three interfaces whose types are new to the stream: each definition begins a message.
    const registry = gob.registry({ a: slice(int), b: slice(string), c: slice(gob.bool) });
    const types = slice(gob.interfaceOf(registry));
    const whole = new gob.GobEncoder().encode(types, [
      { type: 'a', value: [1, 2, 3, 4, 5, 6, 7, 8] },
      { type: 'b', value: ['some text', 'more text'] },
      { type: 'c', value: [true, false] },
    ]);
    expect(decodeAll(whole).length).toBe(1);
    expect(() => decodeAll(whole, { limits: { messageBytes: 60 } })).toThrow(
      failure('ERR_GOB_LIMIT', 'messageBytes of 60'),
    );
  });
});
