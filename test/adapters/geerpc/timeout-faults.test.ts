import { createServer, dial } from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { memoryPair } from './support/memory-port.ts';
import { RawClient } from './support/raw-client.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Args, Foo, serveAll, sleep } from './support/services.ts';

// Section 6.2 of the protocol: faults of the reference that ours must not have.

it('fault 4: a handle timeout leaves nothing behind, once its handler has ended', async () => {
  const { runtime, client, server } = await serve({ handleTimeout: 10 }, {}, (server, runtime) => {
    server.register(Foo, { Sum: () => 0, Sleep: (ms) => sleep(runtime, ms) });
  });
  const outcomes = Array.from({ length: 50 }, () => outcomeOf(client.call('Foo.Sleep', 100)));
  await runtime.advanceAsync(10);
  expect(outcomes.every(({ error }) => error?.message.startsWith('rpc server: request handle timeout'))).toBe(true);
  expect(server.stats).toMatchObject({ abandoned: 50, late: 0 });
  await runtime.advanceAsync(90);
  expect(server.stats).toMatchObject({ abandoned: 0, late: 50 });
  expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
});

it('fault 5: a connect timeout leaves nothing behind', async () => {
  const runtime = new ManualRuntime();
  const ports = Array.from({ length: 20 }, () => memoryPair().client);
  const outcomes = ports.map((port) =>
    outcomeOf(dial('tcp@127.0.0.1:1', { runtime, connectTimeout: 10, connect: () => port })),
  );
  await runtime.advanceAsync(10);
  expect(outcomes.every(({ error }) => error?.code === 'ERR_TIMED_OUT')).toBe(true);
  expect(ports.every((port) => port.closed)).toBe(true);
  expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
});

it('fault 6: a client that reads nothing costs its own connection alone, and only for so long', async () => {
  const { runtime, client, ends, server } = await serve({ handleTimeout: 100 }, { writeTimeout: 1_000 });
  const other = new RawClient(server);
  ends.server.blocked = true;
  const stuck = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { timeout: Number.POSITIVE_INFINITY }));
  const slow = outcomeOf(client.call('Foo.Sleep', 5_000, { timeout: Number.POSITIVE_INFINITY }));
  await runtime.settle();
  other.send('Foo.Sum', 1, Args, { Num1: 3, Num2: 4 });
  await runtime.settle();
  expect(other.received).toEqual([{ seq: 1, error: '', body: 7 }]);
  await runtime.advanceAsync(1_000);
  expect(server.stats.connections).toBe(1);
  expect([stuck.error?.message, slow.error?.message]).toEqual(['EOF', 'EOF']);
  expect(ends.server.closed).toBe(true);
});

it('fault 7: the deadline of a call covers its sending, and what was not sent by then never is', async () => {
  const { runtime, client, ends, server } = await serve();
  ends.client.blocked = true;
  const first = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 1 }, { timeout: 100 }));
  await runtime.settle();
  const behind = outcomeOf(client.call('Foo.Sum', { Num1: 2, Num2: 2 }, { timeout: 100 }));
  await runtime.advanceAsync(100);
  expect(first.error).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'writing', written: true });
  expect(behind.error).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false });
  const writes = ends.client.written.length;
  ends.client.unblock();
  await runtime.settle();
  expect(ends.client.written).toHaveLength(writes);
  expect(await runtime.run(client.call('Foo.Sum', { Num1: 3, Num2: 3 }))).toBe(6);
  expect([client.stats.queued, client.stats.inFlight, server.stats.connections]).toEqual([0, 0, 1]);
});

it('fault 8: a handler hears of its timeout and of its client being gone, and holds no connection', async () => {
  const reasons: unknown[] = [];
  const runtime = new ManualRuntime();
  const server = createServer({ runtime });
  server.register(Foo, {
    Sum: () => 0,
    Sleep: (_ms, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name));
      }),
  });
  const timing = new RawClient(server, 10_000_000n);
  timing.send('Foo.Sleep', 1, Foo.methods.Sleep.args, 1);
  const leaving = new RawClient(server);
  leaving.send('Foo.Sleep', 1, Foo.methods.Sleep.args, 1);
  await runtime.advanceAsync(10);
  expect(reasons).toEqual(['TimeoutError']);
  leaving.port.destroy();
  await runtime.settle();
  expect(reasons).toEqual(['TimeoutError', 'CancelledError']);
  expect([server.stats.connections, leaving.server.closed]).toEqual([1, true]);
  expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
});

it('fault 9: a call that is cancelled already is not sent', async () => {
  const { runtime, client, ends } = await serve();
  const reason = new Error('gone');
  const signal = AbortSignal.abort(reason);
  const writes = ends.client.written.length;
  for (let i = 0; i < 10; i++) {
    const outcome = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { signal }));
    await runtime.settle();
    expect(outcome.error).toBe(reason);
  }
  // Nor one that is cancelled, or whose time is up, before its turn to be sent has come.
  const call = client.call('Foo.Sum', { Num1: 1, Num2: 2 });
  const cancelled = outcomeOf(call);
  call.cancel();
  const spent = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { timeout: 0 }));
  await runtime.settle();
  expect(cancelled.error).toMatchObject({
    code: 'ERR_CANCELLED',
    message: 'rpc client: call failed: context canceled',
  });
  expect(spent.error).toMatchObject({ code: 'ERR_TIMED_OUT' });
  expect(ends.client.written).toHaveLength(writes);
});

it('fault 10: a quick response leaves no timer', async () => {
  const { runtime, client } = await serve({ handleTimeout: 60_000 });
  await runtime.run(Promise.all(Array.from({ length: 100 }, () => client.call('Foo.Sum', { Num1: 1, Num2: 2 }))));
  expect([runtime.armed, runtime.undecided, runtime.listeners]).toEqual([0, 0, 0]);
});

it('a server caps what its clients ask for, and a negative limit leaves a request no time', async () => {
  const runtime = new ManualRuntime();
  const server = createServer({ runtime, handleTimeout: 50 });
  serveAll(server, runtime);
  const without = new RawClient(server, 0n);
  const greedy = new RawClient(server, 1_000_000_000n);
  const negative = new RawClient(server, -1n);
  for (const raw of [without, greedy, negative]) raw.send('Foo.Sleep', 1, Foo.methods.Sleep.args, 100);
  await runtime.advanceAsync(50);
  const texts = [without, greedy, negative].map(({ received }) => received[0]?.error);
  const expected = ['50ms', '50ms', '-1ns'].map((each) => `rpc server: request handle timeout: expect within ${each}`);
  expect(texts).toEqual(expected);
});
