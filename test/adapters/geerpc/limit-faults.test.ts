import type { Server } from 'node:net';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int, string } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { after } from '../../../src/core/after.ts';
import { RawClient } from './support/raw-client.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Args, Echo, Foo, serveAll } from './support/services.ts';

it('fault 22: a listener that cannot accept once goes on listening', async () => {
  const server = createServer();
  serveAll(server, new ManualRuntime());
  const errors: Error[] = [];
  server.on('acceptError', ({ error }) => errors.push(error));
  const { address } = await server.listen('tcp@127.0.0.1:0');
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  const port = Number(address.split(':').at(-1));
  const listener = handles.find(
    (handle) =>
      (handle as Partial<Server>).listening === true &&
      ((handle as Server).address() as { port: number }).port === port,
  ) as Server;
  const shortage = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
  listener.emit('error', shortage);
  await using client = await dial(address, { services: [Foo] });
  expect(await client.call('Foo.Sum', { Num1: 1, Num2: 2 })).toBe(3);
  expect(errors).toEqual([shortage]);
  await client.close();
  await server.close();
});

describe('fault 23: no limits', () => {
  it('requests in flight: those beyond are not read until one is answered, and none is lost', async () => {
    let running = 0;
    let most = 0;
    const Count = service('Count', { One: method(int, int) });
    const { runtime, client, ends } = await serve({ services: [Count] }, { maxInFlight: 10 }, (server) => {
      server.register(Count, {
        One: async (n) => {
          most = Math.max(most, ++running);
          await Promise.resolve();
          running--;
          return n;
        },
      });
    });
    const calls = Promise.all(Array.from({ length: 500 }, (_, i) => client.call('Count.One', i)));
    expect(await runtime.run(calls)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(most).toBeLessThanOrEqual(10);
    expect(ends.server.paused).toBe(false);
  });

  it('requests in flight: a client that has too many is still heard to go, and its handlers are told', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, maxInFlight: 2 });
    serveAll(server, runtime);
    const raw = new RawClient(server);
    // As many as our client makes at once, far more than are taken.
    const requests = Array.from({ length: 10_000 }, (_, i) => raw.request('Foo.Sleep', i + 1, int, 60_000));
    for (const each of requests) raw.port.write(each);
    await runtime.settle();
    raw.port.destroy();
    await runtime.settle();
    expect(server.stats).toEqual({ connections: 0, abandoned: 0, late: 2 });
    expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
  });

  it('requests in flight: what is read ahead of them is bounded, and read on once one is answered', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, maxInFlight: 1 });
    serveAll(server, runtime);
    const raw = new RawClient(server);
    raw.send('Foo.Sleep', 1, int, 100);
    for (let seq = 2; seq <= 200; seq++) raw.send('Echo.String', seq, string, 'x'.repeat(4_000));
    await runtime.settle();
    expect(raw.server.paused).toBe(true);
    await runtime.advanceAsync(100);
    expect(raw.received.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect([raw.server.paused, runtime.armed]).toEqual([false, 0]);
  });

  it('the bytes of requests in flight: beyond them no request is taken until one is answered', async () => {
    let running = 0;
    let most = 0;
    const Hold = service('Hold', { All: method(string, int) });
    const { runtime, client } = await serve({ services: [Hold] }, { maxInFlightBytes: 25_000 }, (server, runtime) => {
      server.register(Hold, {
        All: async (text) => {
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => after(runtime, 10, resolve));
          running--;
          return text.length;
        },
      });
    });
    const calls = Promise.all(Array.from({ length: 20 }, () => client.call('Hold.All', 'x'.repeat(10_000))));
    expect(await runtime.run(calls)).toEqual(Array(20).fill(10_000));
    expect(most).toBe(3);
  });

  it('handlers out of time: as many as may be in flight go on, and then requests are refused until one ends', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, maxInFlight: 5 });
    const ends: (() => void)[] = [];
    const Slow = service('Slow', { Run: method(int, int) });
    server.register(Slow, { Run: () => new Promise<number>((resolve) => ends.push(() => resolve(0))) });
    const raw = new RawClient(server, 1_000_000n);
    for (let seq = 1; seq <= 20; seq++) {
      raw.send('Slow.Run', seq, int, 1);
      await runtime.advanceAsync(5);
    }
    expect([ends.length, server.stats.abandoned, raw.received.length]).toEqual([5, 5, 20]);
    expect(raw.received[19]?.error).toBe('rpc server: too many handlers run that are out of time');
    for (const end of ends) end();
    await runtime.settle();
    raw.send('Slow.Run', 21, int, 1);
    await runtime.advanceAsync(5);
    expect([ends.length, raw.received[20]?.error]).toEqual([
      6,
      'rpc server: request handle timeout: expect within 1ms',
    ]);
  });

  it('responses nobody reads: those of one turn are not all made, however quick their handlers', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime });
    let made = 0;
    const Fat = service('Fat', { One: method(int, string) });
    server.register(Fat, {
      One: () => {
        made++;
        return 'x'.repeat(100_000);
      },
    });
    const raw = new RawClient(server);
    await runtime.settle();
    raw.server.blocked = true;
    const requests = Array.from({ length: 100 }, (_, i) => raw.request('Fat.One', i + 1, int, 1));
    raw.port.write(Buffer.concat(requests));
    await runtime.settle();
    expect(made).toBe(1);
    raw.server.unblock();
    raw.server.blocked = false;
    for (let i = 0; i < 10; i++) await runtime.settle();
    expect(made).toBe(100);
  });

  it('the time of a response: one that is taken slowly is taken, one that is not taken at all ends the connection', async () => {
    const { runtime, client, ends } = await serve({}, { writeTimeout: 1_000 });
    await runtime.settle();
    ends.server.blocked = true;
    const large = outcomeOf(client.call('Echo.String', 'x'.repeat(640_000), { timeout: Number.POSITIVE_INFINITY }));
    for (let i = 0; i < 9; i++) {
      await runtime.advanceAsync(900);
      ends.server.unblock();
      ends.server.blocked = true;
      await runtime.settle();
    }
    expect([large, ends.server.closed]).toEqual([{}, false]);
    await runtime.advanceAsync(1_000);
    expect(ends.server.closed).toBe(true);
    expect(large.error).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
  });

  it('the time without a request: there is a limit for those who want one, and none by default', async () => {
    const patient = await serve();
    await patient.runtime.advanceAsync(1_000_000_000);
    expect(await patient.runtime.run(patient.client.call('Foo.Sum', { Num1: 1, Num2: 2 }))).toBe(3);
    const { runtime, client, ends } = await serve({}, { idleTimeout: 1_000 });
    const slow = outcomeOf(client.call('Foo.Sleep', 5_000));
    await runtime.advanceAsync(5_999);
    expect([slow.value, ends.server.ended]).toEqual([5_000, false]);
    await runtime.advanceAsync(1);
    expect([ends.server.ended, client.available]).toEqual([true, false]);
    await runtime.advanceAsync(1_000);
    expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
  });

  it('the size of a message: one that is too big ends its connection, after what runs on it is answered', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, limits: { messageBytes: 1_000 } });
    serveAll(server, runtime);
    const gone: string[] = [];
    server.on('disconnect', ({ error }) => gone.push(error.message));
    const raw = new RawClient(server);
    raw.send('Foo.Sleep', 1, int, 100);
    raw.send('Err.Fail', 2, string, 'x'.repeat(2_000));
    await runtime.settle();
    expect(gone).toEqual([expect.stringContaining('passes the limit messageBytes of 1000')]);
    expect(raw.server.ended).toBe(false);
    await runtime.advanceAsync(100);
    expect(raw.received).toEqual([{ seq: 1, error: '', body: 100 }]);
    expect(raw.server.ended).toBe(true);
    await runtime.advanceAsync(1_000);
    expect([server.stats.connections, runtime.armed]).toEqual([0, 0]);
  });

  it('a claim of 8 GiB in five bytes allocates nothing and ends the connection', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime });
    const raw = new RawClient(server);
    const before = process.memoryUsage().arrayBuffers;
    raw.port.write(Uint8Array.from([0xfb, 1, 0xff, 0xff, 0xff, 0xff]));
    await runtime.settle();
    expect(raw.server.ended).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e6);
  });

  it('the time of a request: one that does not end is not waited for', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, readTimeout: 1_000 });
    serveAll(server, runtime);
    const raw = new RawClient(server);
    const request = raw.request('Foo.Sum', 1, Args, { Num1: 1, Num2: 2 });
    raw.port.write(request.subarray(0, -1));
    await runtime.advanceAsync(999);
    raw.port.write(request.subarray(-1));
    await runtime.settle();
    expect(raw.received).toEqual([{ seq: 1, error: '', body: 3 }]);
    expect(runtime.armed).toBe(0);
    raw.port.write(raw.request('Foo.Sum', 2, Args, { Num1: 1, Num2: 2 }).subarray(0, 5));
    await runtime.advanceAsync(1_000);
    expect(raw.server.ended).toBe(true);
    // Whoever does not end his side either is cut off.
    await runtime.advanceAsync(1_000);
    expect(server.stats.connections).toBe(0);
  });

  it('connections: more than that are closed at once', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime, maxConnections: 2 });
    const refused: string[] = [];
    server.on('refused', ({ client }) => refused.push(client));
    const raws = [1, 2, 3].map(() => new RawClient(server));
    await runtime.settle();
    expect(raws.map((raw) => raw.server.closed)).toEqual([false, false, true]);
    expect([server.stats.connections, refused.length]).toEqual([2, 1]);
  });

  it('the name of a method: a long one is answered and not looked up', async () => {
    const runtime = new ManualRuntime();
    const server = createServer({ runtime });
    const raw = new RawClient(server);
    raw.send(`${'x'.repeat(5_000)}.Sum`, 1, int, 1);
    await runtime.settle();
    expect(raw.received[0]?.error).toBe('rpc server: the name of the method is too long');
  });

  it("the client's queue: calls and bytes beyond its limits fail at once, and those in flight are bounded", async () => {
    const { runtime, client, ends } = await serve({ maxInFlight: 2, maxQueued: 3 });
    const calls = Array.from({ length: 6 }, () => outcomeOf(client.call('Foo.Sleep', 10)));
    await runtime.settle();
    expect(client.stats).toMatchObject({ inFlight: 2, queued: 1 });
    expect(calls.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'ERR_GEERPC_BUSY',
      'ERR_GEERPC_BUSY',
      'ERR_GEERPC_BUSY',
    ]);
    await runtime.advanceAsync(20);
    expect(calls.slice(0, 3).map(({ value }) => value)).toEqual([10, 10, 10]);
    ends.client.blocked = true;
    const small = await serve({ maxQueuedBytes: 100 });
    const echoes = ['a'.repeat(90), 'b'.repeat(90)].map((text) => outcomeOf(small.client.call('Echo.String', text)));
    await small.runtime.settle();
    expect([echoes[0]?.value, echoes[1]?.error?.code]).toEqual(['a'.repeat(90), 'ERR_GEERPC_BUSY']);
  });
});

it("a call that is withdrawn gives its room in the client's queue back", async () => {
  const { runtime, client, ends } = await serve({ services: [Foo, Echo], maxQueuedBytes: 1_000 });
  ends.client.blocked = true;
  outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 1 }));
  await runtime.settle();
  for (let round = 0; round < 10; round++) {
    const waiting = [1, 2].map(() => outcomeOf(client.call('Echo.String', 'x'.repeat(400), { timeout: 10 })));
    await runtime.advanceAsync(10);
    expect(waiting.map(({ error }) => error?.code)).toEqual(['ERR_TIMED_OUT', 'ERR_TIMED_OUT']);
  }
});
