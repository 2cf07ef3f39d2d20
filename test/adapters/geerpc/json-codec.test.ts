import fc from 'fast-check';
import { method } from 'timed-operation/geerpc';
import { expect, it } from 'vitest';
import { JsonMessageDecoder, JsonMessageEncoder } from '../../../src/adapters/geerpc/json-codec.ts';
import { anyCut } from './support/chunkings.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Args, Foo } from './support/services.ts';

const types = Foo.methods.Sum.args;
const json = { codec: 'application/json' } as const;

it('calls, errors and handle timeouts work as with gob, one JSON text a line', async () => {
  const { runtime, client, ends } = await serve({ ...json, handleTimeout: 50 });
  expect(await runtime.run(client.call('Foo.Sum', { Num1: 1, Num2: 2 }))).toBe(3);
  const failed = outcomeOf(client.call('Err.Fail', 'a\nb'));
  const slow = outcomeOf(client.call('Foo.Sleep', 100));
  await runtime.advanceAsync(50);
  expect([failed.error?.message, slow.error?.message]).toEqual([
    'a\nb',
    'rpc server: request handle timeout: expect within 50ms',
  ]);
  const sent = new TextDecoder().decode(ends.client.bytes).slice(512);
  expect(sent.split('\n').slice(0, 2)).toEqual([
    '{"ServiceMethod":"Foo.Sum","Seq":1,"Error":""}',
    '{"Num1":1,"Num2":2}',
  ]);
  expect(new TextDecoder().decode(ends.server.bytes).split('\n').slice(0, 2)).toEqual([
    '{"ServiceMethod":"Foo.Sum","Seq":1,"Error":""}',
    '3',
  ]);
});

it('whatever JSON holds comes back, under any chunking', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), anyCut, (bodies, cut) => {
      const encoder = new JsonMessageEncoder();
      const decoder = new JsonMessageDecoder();
      const seen: unknown[] = [];
      bodies.forEach((body, i) => {
        const header = { ServiceMethod: 'A.B', Seq: i + 1, Error: '' };
        for (const chunk of cut(encoder.prepare(header, types, body).bytes)) decoder.push(chunk);
        expect(decoder.header()).toEqual(header);
        seen.push(decoder.body());
      });
      expect(JSON.stringify(seen)).toBe(JSON.stringify(bodies));
      expect([decoder.header(), decoder.bufferedBytes]).toEqual([undefined, 0]);
    }),
  );
});

it.each([
  ['a Map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a bigint', 1n],
  ['NaN', { a: [Number.NaN] }],
  ['undefined', undefined],
  ['a function', { a: () => 0 }],
])('%s is an error of its own call, since JSON would lose it', async (_name, value) => {
  const { runtime, client, ends } = await serve({ ...json });
  const writes = ends.client.written.length;
  const outcome = outcomeOf(client.call('Foo.Sum', value));
  await runtime.settle();
  expect(outcome.error).toMatchObject({ code: 'ERR_GEERPC_ENCODE' });
  expect(ends.client.written).toHaveLength(writes);
});

it('a body that is no JSON is an error of its own call, a header that is none ends the connection', async () => {
  const { runtime, client, ends } = await serve({ ...json });
  ends.server.blocked = true;
  const calls = [1, 2].map(() =>
    outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { types: method(Args, types) as never })),
  );
  await runtime.settle();
  ends.client.deliver(Buffer.from('{"Seq":1}\n{{\n'));
  await runtime.settle();
  expect(calls.map(({ error }) => error?.code)).toEqual(['ERR_GEERPC_DECODE', undefined]);
  ends.client.deliver(Buffer.from('{"Seq":-1}\n'));
  await runtime.settle();
  expect(calls[1]?.error).toMatchObject({ code: 'ERR_CANCELLED', cause: { code: 'ERR_GEERPC_PROTOCOL' } });
  expect(client.available).toBe(false);
});

it('a line without an end is refused at the limit of a message', () => {
  const decoder = new JsonMessageDecoder({ messageBytes: 100 });
  decoder.push(new Uint8Array(100).fill(0x20));
  expect(decoder.ready()).toBe(false);
  decoder.push(new Uint8Array(1).fill(0x20));
  expect(() => decoder.ready()).toThrow('passes the limit messageBytes of 100');
});
