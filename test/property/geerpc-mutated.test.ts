import fc from 'fast-check';
import { createServer, dial, RpcError } from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { Entrance } from '../../src/adapters/geerpc/entrance.ts';
import { encodeOption } from '../../src/adapters/geerpc/option.ts';
import { anyCut } from '../adapters/geerpc/support/chunkings.ts';
import { memoryPair, opens } from '../adapters/geerpc/support/memory-port.ts';
import { outcomeOf } from '../adapters/geerpc/support/served.ts';
import { Big, Echo, Err, Foo, serveAll } from '../adapters/geerpc/support/services.ts';
import { direction, transcripts } from '../adapters/geerpc/support/transcripts.ts';
import { forAWhile, mutated } from './mutation.ts';

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const times = [0n, 1n, -1n, 2n ** 63n - 1n];
const options = [
  ...times.map((handleTimeout) => encodeOption({ codec: 'application/gob', connectTimeout: 1n, handleTimeout })),
  toBytes('{"magicnumber":3927900,"CodecType":"application\\/json","x":{"y":[1,"}",null]},"HandleTimeout":null}\n'),
];
const heads = [
  'CONNECT /_geeprc_ HTTP/1.0\n\n',
  'CONNECT /_geeprc_ HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /debug/geerpc HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n',
  'HTTP/1.0 200 Connected to Gee RPC\n\n',
  'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
].map(toBytes);

/** Whatever comes: an entry, a wish for more, or the adapter's own error. */
function enters(bytes: Uint8Array, cut: (bytes: Uint8Array) => Uint8Array[]): void {
  const entrance = new Entrance();
  try {
    for (const chunk of cut(bytes)) if (entrance.push(chunk) !== undefined) return;
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
  }
}

it('a mutated Option is an Option, half of one, or an error of its own', () => {
  fc.assert(
    fc.property(mutated(options), anyCut, ({ bytes }, cut) => enters(bytes, cut)),
    forAWhile,
  );
});

it('a mutated HTTP head is a head, half of one, or an error of its own: on the server and on the client', async () => {
  await fc.assert(
    fc.asyncProperty(mutated(heads), anyCut, async ({ bytes }, cut) => {
      enters(bytes, cut);
      const runtime = new ManualRuntime();
      const { client: port } = memoryPair();
      const outcome = outcomeOf(dial('http@127.0.0.1:1', { runtime, connectTimeout: 10, connect: opens(port) }));
      await runtime.settle();
      for (const chunk of cut(bytes)) port.deliver(chunk);
      await runtime.advanceAsync(10);
      expect(outcome.value !== undefined || outcome.error !== undefined).toBe(true);
      expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
    }),
    forAWhile,
  );
});

it('mutated responses end every call once, and leave nothing behind', async () => {
  const services = [Foo, Err, Big, Echo];
  const responses = transcripts.filter(({ transport }) => transport === 'tcp').map((each) => direction(each, 's2c'));
  await fc.assert(
    fc.asyncProperty(mutated(responses), anyCut, async ({ bytes }, cut) => {
      const runtime = new ManualRuntime();
      const { client: port } = memoryPair();
      const limits = { messageBytes: 100_000, values: 10_000 };
      const client = await runtime.run(dial('tcp@127.0.0.1:1', { runtime, services, limits, connect: opens(port) }));
      let settled = 0;
      const calls = [...Array(5)].flatMap((_, i) => [
        client.call('Foo.Sum', { Num1: i, Num2: 1 }, { timeout: 50 }),
        client.call('Echo.String', 'text', { timeout: 100 }),
      ]);
      for (const call of calls)
        call.then(
          () => settled++,
          () => settled++,
        );
      await runtime.settle();
      for (const chunk of cut(bytes)) port.deliver(chunk);
      await runtime.advanceAsync(100);
      expect(settled).toBe(calls.length);
      expect([client.stats.inFlight, client.stats.queued, runtime.undecided]).toEqual([0, 0, 0]);
      const closed = outcomeOf(client.close().then(() => true));
      await runtime.settle();
      expect([closed.value, runtime.armed, runtime.listeners]).toEqual([true, 0, 0]);
    }),
    forAWhile,
  );
});

it('mutated requests end in answers or with their connection, and leave nothing behind', async () => {
  const requests = transcripts.map((each) => direction(each, 'c2s'));
  await fc.assert(
    fc.asyncProperty(mutated(requests), anyCut, async ({ bytes }, cut) => {
      const runtime = new ManualRuntime();
      const limits = { messageBytes: 100_000, values: 10_000 };
      const server = createServer({
        runtime,
        limits,
        handleTimeout: 1_000,
        readTimeout: 1_000,
        handshakeTimeout: 1_000,
      });
      serveAll(server, runtime);
      const ends = memoryPair();
      server.accept(ends.server);
      for (const chunk of cut(bytes)) ends.server.deliver(chunk);
      await runtime.advanceAsync(1_000);
      expect(server.stats).toMatchObject({ abandoned: 0 });
      ends.server.hearEnd();
      await runtime.settle();
      expect(server.stats.connections).toBe(0);
      expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
    }),
    forAWhile,
  );
});
