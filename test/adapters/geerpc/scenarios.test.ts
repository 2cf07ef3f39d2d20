import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { isTimeoutError } from 'timed-operation';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { defaultRuntime } from '../../../src/core/runtime.ts';
import { memoryPair, opens } from './support/memory-port.ts';
import { outcomeOf, serve } from './support/served.ts';
import { sleep } from './support/services.ts';

const HEAD = new TextEncoder().encode('HTTP/1.0 200 Connected to Gee RPC\n\n');
const Bar = service('Bar', { Timeout: method(int, int) });

// The three scenarios that the Go implementation tests itself with.
describe('on manual time', () => {
  it('a dial of 1 s times out when the answer to CONNECT takes 2 s, and closes its connection', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const outcome = outcomeOf(dial('http@127.0.0.1:1', { runtime, connectTimeout: 1_000, connect: opens(port) }));
    await runtime.advanceAsync(999);
    expect(outcome).toEqual({});
    await runtime.advanceAsync(1);
    expect(outcome.error?.message).toBe('rpc client: connect timeout: expect within 1s');
    expect(outcome.error).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'reading', node: 'http@127.0.0.1:1' });
    expect(port.closed).toBe(true);
    expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
    port.deliver(HEAD);
    await runtime.settle();
    expect(runtime.undecided).toBe(0);
  });

  it('a dial of 0 has no limit', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const dialled = dial('http@127.0.0.1:1', { runtime, connectTimeout: 0, connect: opens(port) });
    await runtime.advanceAsync(2_000);
    port.deliver(HEAD);
    const client = await runtime.run(dialled);
    expect(client.available).toBe(true);
    expect(new TextDecoder().decode(port.bytes)).toContain('"ConnectTimeout":0,');
  });

  it('a call of 1 s times out on a method of 2 s, and the late response is dropped', async () => {
    const { runtime, client } = await serve();
    const outcome = outcomeOf(client.call('Foo.Sleep', 2_000, { timeout: 1_000 }));
    await runtime.advanceAsync(999);
    expect(outcome).toEqual({});
    await runtime.advanceAsync(1);
    expect(outcome.error?.message).toBe('rpc client: call failed: context deadline exceeded');
    expect(outcome.error).toMatchObject({ stage: 'reading', written: true, node: 'tcp@127.0.0.1:1' });
    expect(client.stats).toEqual({ inFlight: 0, queued: 0, timeouts: 1, late: 0 });
    await runtime.advanceAsync(1_000);
    expect(client.stats).toEqual({ inFlight: 0, queued: 0, timeouts: 1, late: 1 });
    expect(await runtime.run(client.call('Foo.Sum', { Num1: 1, Num2: 2 }))).toBe(3);
  });

  it('a request of 1 s times out on a handler of 2 s, whose signal aborts', async () => {
    let aborted: unknown;
    const { runtime, client } = await serve({ handleTimeout: 1_000 }, {}, (server, runtime) => {
      server.register(Bar, {
        Timeout: (ms, context) => {
          context.signal.addEventListener('abort', () => {
            aborted = context.signal.reason;
          });
          return sleep(runtime, ms);
        },
      });
    });
    const outcome = outcomeOf(client.bind(Bar).Timeout(2_000));
    await runtime.advanceAsync(999);
    expect([outcome, aborted]).toEqual([{}, undefined]);
    await runtime.advanceAsync(1);
    expect(outcome.error?.message).toBe('rpc server: request handle timeout: expect within 1s');
    expect(outcome.error?.code).toBe('ERR_GEERPC_REMOTE');
    expect(isTimeoutError(aborted)).toBe(true);
  });
});

describe('in real time', () => {
  it('the dial of 1 s against an answer of 2 s', async () => {
    const sockets: Socket[] = [];
    const silent = createTcpServer((socket) => {
      sockets.push(socket.resume());
      sleep(defaultRuntime, 2_000).then(() => socket.end(HEAD));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const from = performance.now();
    await expect(dial(`http@127.0.0.1:${port}`, { connectTimeout: 1_000 })).rejects.toThrow(
      'rpc client: connect timeout: expect within 1s',
    );
    expect(performance.now() - from).toBeGreaterThanOrEqual(1_000);
    const client = await dial(`http@127.0.0.1:${port}`, { connectTimeout: 0 });
    expect(performance.now() - from).toBeGreaterThanOrEqual(3_000);
    await client.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it.each(['tcp', 'http'])('the call and the handler of 1 s against 2 s, over %s', async (protocol) => {
    const server = createServer();
    server.register(Bar, { Timeout: (ms, { signal }) => sleep(defaultRuntime, ms, signal) });
    const { address } = await server.listen('tcp@127.0.0.1:0');
    const where = address.replace('tcp', protocol);
    await using hasty = await dial(where);
    await using asking = await dial(where, { handleTimeout: 1_000 });
    const from = performance.now();
    const outcomes = await Promise.allSettled([
      hasty.bind(Bar).Timeout(2_000, { timeout: 1_000 }),
      asking.bind(Bar).Timeout(2_000),
      asking.bind(Bar).Timeout(10),
    ]);
    expect(performance.now() - from).toBeGreaterThanOrEqual(1_000);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ).toEqual([
      'rpc client: call failed: context deadline exceeded',
      'rpc server: request handle timeout: expect within 1s',
      10,
    ]);
    await server.close();
  });
});
