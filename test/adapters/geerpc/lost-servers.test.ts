import { retry } from 'timed-operation';
import { createServer, dial, type RpcClient } from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { runScript } from '../../run-script.ts';
import { type MemoryPort, memoryPair, opens } from './support/memory-port.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Foo } from './support/services.ts';

// What users ran into when a server is down, slow or gone for a while. A client is one connection and never dials again by itself:
// `retry` over `dial` does, under one limit.

/** A connection that is refused. */
function refused(): MemoryPort {
  const { client: port } = memoryPair();
  queueMicrotask(() => port.break('ECONNREFUSED'));
  return port;
}

it('a server that is down costs the limit of the caller, connecting, pauses and attempts together', async () => {
  const runtime = new ManualRuntime();
  const ports: MemoryPort[] = [];
  const connect = () => {
    // Every second attempt gets no answer at all.
    const port = ports.length % 2 === 0 ? refused() : memoryPair().client;
    ports.push(port);
    return port;
  };
  const dialled = retry((within) => dial('tcp@127.0.0.1:1', { runtime, within, connectTimeout: 300, connect }), {
    runtime,
    timeout: 1_000,
    attempts: Number.POSITIVE_INFINITY,
    backoff: 50,
    jitter: 0,
  });
  const outcome = outcomeOf(dialled);
  await runtime.advanceAsync(999);
  expect(outcome).toEqual({});
  expect(ports.length).toBeGreaterThan(4);
  await runtime.advanceAsync(1);
  expect(outcome.error).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 1_000 });
  await runtime.settle();
  expect(ports.every((port) => port.closed)).toBe(true);
  expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
});

it('clients that lose their server together do not come back in step, and each says so once', async () => {
  const runtime = new ManualRuntime();
  const events: string[] = [];
  const dials: number[] = [];
  const servers: MemoryPort[] = [];
  const session = async (name: string): Promise<RpcClient> => {
    const ends = memoryPair();
    servers.push(ends.server);
    const client = await dial('tcp@127.0.0.1:1', { runtime, connect: opens(ends.client) });
    client.on('close', () => {
      events.push(name);
      const connect = () => {
        dials.push(runtime.clock.now());
        return refused();
      };
      const again = retry((within) => dial('tcp@127.0.0.1:1', { runtime, within, connect }), {
        runtime,
        timeout: 15_000,
        attempts: 8,
      });
      outcomeOf(again);
    });
    for (let i = 0; i < 100; i++) outcomeOf(client.call('Foo.Sum', { Num1: i, Num2: i }, { types: Foo.methods.Sum }));
    return client;
  };
  const names = Array.from({ length: 20 }, (_, i) => `client ${i}`);
  await runtime.run(Promise.all(names.map(session)));
  for (const server of servers) server.destroy();
  await runtime.advanceAsync(20_000);
  expect(events.sort()).toEqual([...names].sort());
  const later = dials.filter((at) => at > (dials[0] as number));
  expect(later.length).toBeGreaterThan(50);
  expect(new Set(later).size).toBeGreaterThan(later.length / 2);
  expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
});

it('I13: a response that is here when a busy loop comes to look is the outcome, though the limit has passed', async () => {
  const server = createServer();
  server.register(Foo, { Sum: ({ Num1, Num2 }) => Num1 + Num2, Sleep: () => 0 });
  const { address } = await server.listen('tcp@127.0.0.1:0');
  const { stdout } = await runScript(`
    import { dial, method, service } from 'timed-operation/geerpc';
    import { int, struct } from 'timed-operation/geerpc/gob';

    const Foo = service('Foo', { Sum: method(struct('main.Args', { Num1: int, Num2: int }), int) });
    const client = await dial('${address}', { services: [Foo] });
    const call = client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { timeout: 200 });
    // It goes out at the end of this turn; the next one then takes far too long.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500));
    console.log(await call.catch((error) => error.message));
    await client.close();
  `);
  expect(stdout.trim()).toBe('3');
  await server.close();
});

it('a listener that throws at the end of a connection is reported, and stops nothing', async () => {
  const { runtime, client, ends } = await serve({ retireAfter: 100 });
  ends.client.blocked = true;
  const reported: unknown[] = [];
  const { reportError } = globalThis as { reportError?: unknown };
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
  const broken = new Error('a listener that throws');
  client.on('timeout', () => {
    throw broken;
  });
  client.on('retire', () => {
    throw broken;
  });
  let closed = 0;
  client.on('close', () => closed++);
  const calls = [50, 50_000].map((timeout) => outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { timeout })));
  await runtime.advanceAsync(200);
  Object.assign(globalThis, { reportError });
  expect(calls.map(({ error }) => error?.code)).toEqual(['ERR_TIMED_OUT', 'ERR_CANCELLED']);
  expect([reported, closed]).toEqual([[broken, broken], 1]);
});
