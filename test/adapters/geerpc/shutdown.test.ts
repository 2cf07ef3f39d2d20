import { getEventListeners } from 'node:events';
import { createServer, dial } from 'timed-operation/geerpc';
import { describe, expect, it } from 'vitest';
import { defaultRuntime } from '../../../src/core/runtime.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Foo } from './support/services.ts';

const One = { Num1: 1, Num2: 2 };

describe('a client that is closed', () => {
  it('at once: what waits is cancelled, what comes after is refused, and again is the same', async () => {
    const { runtime, client, ends } = await serve();
    const call = outcomeOf(client.call('Foo.Sleep', 100));
    await runtime.settle();
    const closed = [outcomeOf(client.close().then(() => 1)), outcomeOf(client.close().then(() => 2))];
    await runtime.settle();
    expect(closed.map(({ value }) => value)).toEqual([1, 2]);
    expect(call.error?.message).toBe('read tcp 127.0.0.1:1->127.0.0.1:2: use of closed network connection');
    const later = outcomeOf(client.call('Foo.Sum', One));
    await runtime.settle();
    expect(later.error?.message).toBe('connection is shut down');
    expect([client.available, ends.client.closed, runtime.armed, runtime.undecided]).toEqual([false, true, 0, 0]);
  });

  it('with a drain: what was called is answered, for so long', async () => {
    const { runtime, client } = await serve();
    const calls = [10, 200].map((ms) => outcomeOf(client.call('Foo.Sleep', ms)));
    await runtime.settle();
    const closed = outcomeOf(client.close({ drain: 100 }).then(() => true));
    const refused = outcomeOf(client.call('Foo.Sum', One));
    await runtime.advanceAsync(99);
    expect([calls[0]?.value, calls[1], closed.value, refused.error?.message]).toEqual([
      10,
      {},
      undefined,
      'connection is shut down',
    ]);
    await runtime.advanceAsync(1);
    expect([calls[1]?.error?.code, closed.value]).toEqual(['ERR_CANCELLED', true]);
    expect(runtime.armed).toBe(0);
  });

  it('a drain ends as soon as nothing waits', async () => {
    const { runtime, client } = await serve();
    outcomeOf(client.call('Foo.Sleep', 10));
    await runtime.settle();
    const closed = outcomeOf(client.close({ drain: 60_000 }).then(() => true));
    await runtime.advanceAsync(10);
    expect(closed.value).toBe(true);
    expect(runtime.armed).toBe(0);
  });

  it('a second close does not wait for the drain of the first, and ends that', async () => {
    const { runtime, client } = await serve();
    outcomeOf(client.call('Foo.Sleep', 50_000, { timeout: 100_000 }));
    await runtime.settle();
    const patient = outcomeOf(client.close({ drain: 60_000 }).then(() => true));
    const hasty = outcomeOf(client.close().then(() => true));
    await runtime.settle();
    expect([patient.value, hasty.value, runtime.armed]).toEqual([true, true, 0]);
  });

  it('a drain that is no number of milliseconds is a TypeError', async () => {
    const { client, server } = await serve();
    await expect(client.close({ drain: -1 })).rejects.toThrow(TypeError);
    await expect(server.close({ drain: Number.NaN })).rejects.toThrow(TypeError);
  });
});

describe('a server that is closed', () => {
  it('answers what runs, refuses what is new, and aborts at the deadline what still runs', async () => {
    const { runtime, server, client } = await serve();
    const calls = [10, 200].map((ms) => outcomeOf(client.call('Foo.Sleep', ms)));
    await runtime.settle();
    const closed = outcomeOf(server.close({ drain: 100 }).then(() => true));
    const late = outcomeOf(client.call('Foo.Sum', One));
    await runtime.advanceAsync(99);
    expect([calls[0]?.value, late.error?.message, closed.value]).toEqual([10, 'rpc server: shutting down', undefined]);
    await runtime.advanceAsync(1);
    expect([calls[1]?.error?.message, closed.value]).toEqual(['rpc server: shutting down', true]);
    expect([client.available, server.stats.connections]).toEqual([false, 0]);
    expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
  });

  it('takes no listener and no connection any more', async () => {
    const server = createServer();
    const { address } = await server.listen('tcp@127.0.0.1:0');
    await server.close();
    await expect(server.listen('tcp@127.0.0.1:0')).rejects.toThrow('the server is closed');
    await expect(dial(address)).rejects.toThrow('connect: connection refused');
  });
});

it('I20, J11 and J16: after 10,000 timeouts over a real socket no listener, timer, socket or entry is left', async () => {
  const held: ((value: number) => void)[] = [];
  const server = createServer({ maxInFlight: 20_000 });
  server.register(Foo, {
    Sum: ({ Num1, Num2 }) => Num1 + Num2,
    Sleep: () => new Promise((resolve) => held.push(resolve)),
  });
  const { address } = await server.listen('tcp@127.0.0.1:0');
  const { signal } = new AbortController();
  const { armed, listeners } = defaultRuntime.scheduler;
  const sockets = () => process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|Timeout/.test(name)).length;
  const before = sockets();
  const client = await dial(address, { services: [Foo], handleTimeout: 600_000 });
  for (let round = 1; round <= 10; round++) {
    const calls = Array.from({ length: 1_000 }, () => client.call('Foo.Sleep', 1, { timeout: 1, signal }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'ERR_TIMED_OUT')).toBe(
      true,
    );
    // Whatever was sent in time is answered now, too late.
    expect(await client.call('Foo.Sum', One, { timeout: 60_000 })).toBe(3);
    for (const answer of held.splice(0)) answer(round);
  }
  expect(await client.call('Foo.Sum', One, { timeout: 60_000 })).toBe(3);
  expect(client.stats).toMatchObject({ inFlight: 0, queued: 0, timeouts: 10_000 });
  await client.close();
  await server.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.stats).toMatchObject({ connections: 0, abandoned: 0 });
  expect([defaultRuntime.scheduler.armed, defaultRuntime.scheduler.listeners]).toEqual([armed, listeners]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(sockets()).toBeLessThanOrEqual(before);
});
