import { createServer, dial } from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { memoryPair, opens } from './support/memory-port.ts';
import { RawClient } from './support/raw-client.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Args, serveAll } from './support/services.ts';

// Section 6.1 of the protocol: faults of the reference that ours must not have.

describe('fault 1: what follows the Option is lost', () => {
  it('the server keeps a request that comes in one write with the Option, with a newline or without', async () => {
    for (const newline of ['', '\n', '\r\n']) {
      const runtime = new ManualRuntime();
      const server = createServer({ runtime });
      serveAll(server, runtime);
      const raw = new RawClient(server, -2n);
      const option = `{"MagicNumber":3927900,"CodecType":"application/gob"}${newline}`;
      const request = raw.request('Foo.Sum', 1, Args, { Num1: 1, Num2: 2 });
      raw.port.write(Uint8Array.from(Buffer.concat([Buffer.from(option), request])));
      await runtime.settle();
      expect(raw.received).toEqual([{ seq: 1, error: '', body: 3 }]);
    }
  });

  it('the client writes an Option that fills the first read of a Go server exactly, and the request apart from it', async () => {
    const { runtime, client, ends } = await serve();
    await runtime.run(client.call('Foo.Sum', { Num1: 1, Num2: 2 }));
    expect(ends.client.written[0]).toHaveLength(512);
    expect(ends.client.written[0]?.at(-1)).toBe('}'.charCodeAt(0));
    expect(ends.client.written).toHaveLength(2);
  });
});

it('fault 2: no deadline on reading the Option: half of one does not hold a connection', async () => {
  const runtime = new ManualRuntime();
  const server = createServer({ runtime, handshakeTimeout: 500 });
  const raws = Array.from({ length: 20 }, () => new RawClient(server, -2n));
  for (const { port } of raws) port.write(Buffer.from('{'));
  await runtime.advanceAsync(499);
  expect(server.stats.connections).toBe(20);
  await runtime.advanceAsync(1);
  expect(server.stats.connections).toBe(0);
  expect(raws.every((raw) => raw.server.closed)).toBe(true);
  expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
});

describe('fault 3: the connect timeout is two, with two texts, over parts of the handshake', () => {
  it('one limit covers connecting and CONNECT together', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const outcome = outcomeOf(dial('http@127.0.0.1:1', { runtime, connectTimeout: 1_000, connect: () => port }));
    await runtime.advanceAsync(600);
    port.onOpen();
    await runtime.advanceAsync(399);
    expect(outcome).toEqual({});
    await runtime.advanceAsync(1);
    expect(outcome.error?.message).toBe('rpc client: connect timeout: expect within 1s');
  });

  it('a connection that is never made times out with the same text, and is given up', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const outcome = outcomeOf(dial('tcp@127.0.0.1:1', { runtime, connectTimeout: 100, connect: () => port }));
    await runtime.advanceAsync(100);
    expect(outcome.error?.message).toBe('rpc client: connect timeout: expect within 100ms');
    expect(outcome.error).toMatchObject({ stage: 'connecting' });
    expect(port.closed).toBe(true);
    // It connects all the same: nothing is said on it.
    port.onOpen();
    expect(port.written).toEqual([]);
  });
});

describe('what else a handshake may meet', () => {
  it.each([
    ['HTTP/1.1 404 Not Found\r\n\r\n', 'unexpected HTTP response: 404 Not Found'],
    ['HTTP/1.0 200 OK\n\n', 'unexpected HTTP response: 200 OK'],
    ['SSH-2.0-x\r\n\r\n', 'expected an HTTP response, got "SSH-2.0-x"'],
    [`HTTP/1.0 200 ${'x'.repeat(9_000)}`, 'expected an HTTP head of at most 8192 bytes'],
  ])('the answer %j is an error', async (answer, message) => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const outcome = outcomeOf(dial('http@127.0.0.1:1', { runtime, connect: opens(port) }));
    await runtime.settle();
    port.deliver(Buffer.from(answer));
    await runtime.settle();
    expect(outcome.error?.message).toBe(message);
    expect(port.closed).toBe(true);
    expect(runtime.undecided).toBe(0);
  });

  it('what a server sends right behind its answer to CONNECT belongs to the responses', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const dialled = dial('http@127.0.0.1:1', { runtime, connect: opens(port) });
    await runtime.settle();
    port.deliver(Buffer.from('HTTP/1.0 200 Connected to Gee RPC\r\nX: y\r\n\r\n\x07corrupt'));
    const client = await runtime.run(dialled);
    await runtime.settle();
    expect(client.available).toBe(false);
  });

  it.each(['tcp@a@b', 'ftp@a:1', 'tcp@a', 'tcp@a:99999', '', 'unix@'])(
    'the address %j is a TypeError',
    async (address) => {
      await expect(dial(address)).rejects.toThrow(TypeError);
    },
  );

  it.each([
    { connectTimeout: -1 },
    { handleTimeout: Number.NaN },
    { callTimeout: '1' as never },
    { maxInFlight: 0 },
    { codec: 'x' as never },
  ])('the options %j are a TypeError that names the one', async (options) => {
    await expect(dial('tcp@127.0.0.1:1', options)).rejects.toThrow(Object.keys(options)[0] as string);
  });

  it('a signal that has aborted refuses the dial, with its own reason', async () => {
    const { client: port } = memoryPair();
    const reason = new Error('no more');
    await expect(dial('tcp@127.0.0.1:1', { signal: AbortSignal.abort(reason), connect: () => port })).rejects.toBe(
      reason,
    );
    expect(port.closed).toBe(false);
  });
});
