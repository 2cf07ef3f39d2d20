import { type TimedContext, timed } from 'timed-operation';
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { memoryPair, opens } from './support/memory-port.ts';
import { RawClient } from './support/raw-client.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Foo, sleep } from './support/services.ts';

const One = { Num1: 1, Num2: 2 };

// What users ran into with other RPC libraries, as far as no test of a fault shows it already.

describe('a deadline on every call', () => {
  it('is there by default: a server that accepts and stays silent costs 10 s and no more', async () => {
    const runtime = new ManualRuntime();
    const { client: port } = memoryPair();
    const client = await runtime.run(dial('tcp@127.0.0.1:1', { runtime, services: [Foo], connect: opens(port) }));
    const outcome = outcomeOf(client.call('Foo.Sum', One));
    await runtime.advanceAsync(9_999);
    expect(outcome).toEqual({});
    await runtime.advanceAsync(1);
    expect(outcome.error).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 10_000 });
  });

  it('covers the wait for the lock of another: B behind the blocked write of A ends at its own deadline', async () => {
    const { runtime, client, ends } = await serve();
    ends.client.blocked = true;
    outcomeOf(client.call('Foo.Sleep', 1, { timeout: 1_000 }));
    await runtime.settle();
    const b = outcomeOf(client.call('Foo.Sum', One, { timeout: 100 }));
    await runtime.advanceAsync(100);
    expect(b.error).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued' });
  });

  it('of a response that began before it and ends after it: the whole response counts', async () => {
    const { runtime, client, ends } = await serve();
    ends.server.blocked = true;
    const outcome = outcomeOf(client.call('Foo.Sum', One, { timeout: 100 }));
    await runtime.settle();
    const response = ends.server.bytes;
    ends.client.deliver(response.subarray(0, -1));
    await runtime.advanceAsync(100);
    ends.client.deliver(response.subarray(-1));
    await runtime.settle();
    expect(outcome.error?.code).toBe('ERR_TIMED_OUT');
    expect(client.stats).toMatchObject({ inFlight: 0, late: 1 });
  });
});

describe('a dead connection', () => {
  it('is given up when calls on it time out and it stays silent: all that wait are told', async () => {
    const { runtime, client, ends } = await serve({ retireAfter: 1_000 });
    ends.server.blocked = true;
    const retired: number[] = [];
    client.on('retire', ({ sinceMs }) => retired.push(sinceMs));
    const waiting = outcomeOf(client.call('Foo.Sleep', 60_000, { timeout: Number.POSITIVE_INFINITY }));
    for (let i = 0; i < 9; i++) {
      outcomeOf(client.call('Foo.Sum', One, { timeout: 100 }));
      await runtime.advanceAsync(100);
    }
    expect([client.available, client.stats.timeouts]).toEqual([true, 9]);
    await runtime.advanceAsync(100);
    expect([client.available, retired]).toEqual([false, [1_000]]);
    expect(waiting.error).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(ends.client.closed).toBe(true);
  });

  it('is not one that answers others, nor one whose answer is only slow', async () => {
    const { runtime, client } = await serve({ retireAfter: 1_000 });
    outcomeOf(client.call('Foo.Sleep', 60_000, { timeout: 100 }));
    for (let i = 0; i < 30; i++) {
      await runtime.advanceAsync(100);
      await runtime.run(client.call('Foo.Sum', One));
    }
    const slow = outcomeOf(client.call('Foo.Sleep', 20_000, { timeout: Number.POSITIVE_INFINITY }));
    await runtime.advanceAsync(20_000);
    expect([slow.value, client.available]).toEqual([20_000, true]);
  });

  it('is as old as its oldest call: a limit of another that passes later puts nothing off', async () => {
    const { runtime, client, ends } = await serve({ retireAfter: 1_000 });
    ends.server.blocked = true;
    const oldest = outcomeOf(client.call('Foo.Sleep', 60_000, { timeout: Number.POSITIVE_INFINITY }));
    await runtime.advanceAsync(700);
    outcomeOf(client.call('Foo.Sum', One, { timeout: 200 }));
    await runtime.advanceAsync(299);
    expect(client.available).toBe(true);
    await runtime.advanceAsync(1);
    expect(client.available).toBe(false);
    expect(oldest.error).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
  });

  it('is given up as well when its callers have limits of their own, and cancel', async () => {
    const { runtime, client, ends } = await serve({ retireAfter: 1_000 });
    ends.server.blocked = true;
    const cancelAfter = async (ms: number) => {
      const call = client.call('Foo.Sum', One, { timeout: Number.POSITIVE_INFINITY });
      outcomeOf(call);
      await runtime.advanceAsync(ms);
      call.cancel();
    };
    await cancelAfter(400);
    await cancelAfter(400);
    await runtime.advanceAsync(199);
    expect(client.available).toBe(true);
    await runtime.advanceAsync(1);
    expect(client.available).toBe(false);
  });

  it('is not one whose only call was cancelled', async () => {
    const { runtime, client } = await serve({ retireAfter: 1_000 });
    const call = client.call('Foo.Sleep', 60_000, { timeout: Number.POSITIVE_INFINITY });
    outcomeOf(call);
    await runtime.advanceAsync(10);
    call.cancel();
    await runtime.advanceAsync(50_000);
    expect(await runtime.run(client.call('Foo.Sum', One))).toBe(3);
  });

  it('is not one that takes the bytes of a large request slowly', async () => {
    const { runtime, client, ends } = await serve({ retireAfter: 1_000 });
    ends.client.blocked = true;
    const large = outcomeOf(client.call('Echo.String', 'x'.repeat(640_000), { timeout: Number.POSITIVE_INFINITY }));
    await runtime.settle();
    for (let i = 0; i < 9; i++) {
      outcomeOf(client.call('Foo.Sum', One, { timeout: 100 }));
      await runtime.advanceAsync(900);
      // What was written goes out; the next is held again.
      ends.client.unblock();
      ends.client.blocked = true;
      await runtime.settle();
    }
    expect([client.available, client.stats.timeouts]).toEqual([true, 9]);
    ends.client.blocked = false;
    ends.client.unblock();
    await runtime.settle();
    expect(large.value).toHaveLength(640_000);
  });

  it('is one that takes no bytes: a stuck write ends it, though nothing was sent', async () => {
    const { runtime, client, ends } = await serve({ retireAfter: 1_000 });
    ends.client.blocked = true;
    outcomeOf(client.call('Foo.Sum', One, { timeout: Number.POSITIVE_INFINITY }));
    await runtime.settle();
    outcomeOf(client.call('Foo.Sum', One, { timeout: 100 }));
    await runtime.advanceAsync(999);
    expect(client.available).toBe(true);
    await runtime.advanceAsync(1);
    expect(client.available).toBe(false);
  });

  it.each([
    ['ECONNRESET', 'read tcp 127.0.0.1:1->127.0.0.1:2: read: connection reset by peer'],
    ['EPIPE', 'read tcp 127.0.0.1:1->127.0.0.1:2: read: broken pipe'],
  ])('that breaks (%s) ends every call on it, once, and refuses later ones', async (code, text) => {
    const { runtime, client, ends } = await serve();
    let closed = 0;
    client.on('close', () => closed++);
    const calls = Array.from({ length: 10 }, () => outcomeOf(client.call('Foo.Sleep', 100)));
    await runtime.settle();
    ends.client.break(code);
    await runtime.settle();
    expect(calls.map(({ error }) => error?.message)).toEqual(Array(10).fill(text));
    expect(calls[0]?.error).toMatchObject({
      code: 'ERR_CANCELLED',
      source: 'internal',
      cause: { code: 'ERR_GEERPC_CONNECTION' },
    });
    const later = outcomeOf(client.call('Foo.Sum', One));
    await runtime.settle();
    expect(later.error).toMatchObject({ code: 'ERR_GEERPC_SHUTDOWN', message: 'connection is shut down' });
    expect([closed, runtime.armed, runtime.undecided]).toEqual([1, 0, 0]);
  });

  it('that ends in the middle of a response is an unexpected EOF', async () => {
    const { runtime, client, ends } = await serve();
    const outcome = outcomeOf(client.call('Foo.Sleep', 100));
    await runtime.settle();
    ends.client.deliver(Uint8Array.of(0x38, 0xff));
    ends.client.hearEnd();
    await runtime.settle();
    expect(outcome.error?.message).toBe('unexpected EOF');
  });
});

describe('what a handler knows', () => {
  it('its signal, its deadline and the time left; calls that it makes are under the smaller limit', async () => {
    const inner = await serve();
    let context: TimedContext | undefined;
    const nested: { error?: Error & { code?: string } }[] = [];
    const Outer = service('Outer', { Call: method(int, int) });
    const server = createServer({ runtime: inner.runtime });
    server.register(Outer, {
      Call: (ms, given) => {
        context = given;
        const call = inner.client.call<number>('Foo.Sleep', ms, { within: given, timeout: 60_000 });
        nested.push(outcomeOf(call));
        return call;
      },
    });
    const raw = new RawClient(server, 100_000_000n);
    raw.send('Outer.Call', 1, int, 1_000);
    await inner.runtime.advanceAsync(40);
    expect([context?.remaining(), context?.signal.aborted]).toEqual([60, false]);
    // A handler cannot give itself more time.
    context?.extend(10_000);
    await inner.runtime.advanceAsync(60);
    expect(context?.signal.aborted).toBe(true);
    expect(raw.received[0]?.error).toBe('rpc server: request handle timeout: expect within 100ms');
    expect(nested[0]?.error).toBeInstanceOf(Error);
    expect(inner.client.stats.inFlight).toBe(0);
  });

  it('a handler that never ends is told of once, counted, and waited for by nobody', async () => {
    const { runtime, client, server } = await serve({ handleTimeout: 10 }, {}, (server) => {
      server.register(Foo, { Sum: () => 0, Sleep: () => new Promise(() => undefined) });
    });
    outcomeOf(client.call('Foo.Sleep', 1));
    await runtime.advanceAsync(10);
    expect(server.stats).toMatchObject({ abandoned: 1, late: 0 });
    const closed = outcomeOf(server.close({ drain: 50 }).then(() => 'closed'));
    await runtime.advanceAsync(0);
    expect(closed.value).toBe('closed');
    expect([runtime.armed, runtime.undecided]).toEqual([0, 0]);
  });
});

describe('a signal that outlives its calls', () => {
  it('holds no listener of ours once they are decided, however that was', async () => {
    const { runtime, client } = await serve();
    const { signal } = new AbortController();
    for (let i = 0; i < 100; i++) {
      outcomeOf(client.call('Foo.Sum', One, { signal }));
      outcomeOf(client.call('Foo.Sleep', 10, { signal, timeout: 5 }));
      outcomeOf(client.call('Foo.Sum', { Num1: 'x' }, { signal }));
    }
    expect(runtime.listeners).toBe(1);
    await runtime.advanceAsync(10);
    expect([runtime.listeners, runtime.armed]).toEqual([0, 0]);
  });

  it('cancels a call that was sent, and leaves the others alone', async () => {
    const { runtime, client } = await serve();
    const controller = new AbortController();
    const other = outcomeOf(client.call('Foo.Sleep', 10));
    const cancelled = outcomeOf(client.call('Foo.Sleep', 10, { signal: controller.signal }));
    await runtime.settle();
    const reason = new Error('the user has left');
    controller.abort(reason);
    await runtime.advanceAsync(10);
    expect([cancelled.error, other.value, client.stats.late]).toEqual([reason, 10, 1]);
  });
});

it('a shared deadline and an outer context end calls that name them', async () => {
  const { runtime, client } = await serve();
  const outer = timed((context) => client.call('Foo.Sleep', 1_000, { within: context }), { timeout: 50, runtime });
  const outcome = outcomeOf(outer);
  await runtime.advanceAsync(50);
  expect(outcome.error).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 50 });
  expect(client.stats.inFlight).toBe(0);
});

it.each([{ timeout: -1 }, { timeout: Number.NaN }, { deadline: 5 }, { signal: {} }, { within: {} }])(
  'options that are wrong (%j) are a TypeError of the call, which is not sent',
  async (options) => {
    const { runtime, client, ends } = await serve();
    const writes = ends.client.written.length;
    const outcome = outcomeOf(client.call('Foo.Sum', One, options as never));
    await runtime.settle();
    expect(outcome.error).toBeInstanceOf(TypeError);
    expect(outcome.error?.message).toContain(Object.keys(options)[0]);
    expect([ends.client.written.length, runtime.armed, runtime.listeners, client.stats.queued]).toEqual([
      writes,
      0,
      0,
      0,
    ]);
  },
);

it('a method that nobody told the client of is a TypeError', async () => {
  const { runtime, client } = await serve();
  const outcome = outcomeOf(client.call('Other.Method', 1));
  await runtime.settle();
  expect(outcome.error?.message).toContain("Expected 'Other.Method' to be a method of a service given to dial or bind");
});

it('the small timeouts of many calls, against responses of the same instant, end each call once and with its own response', async () => {
  const { runtime, client } = await serve();
  const outcomes = Array.from({ length: 1_000 }, (_, i) =>
    outcomeOf(client.call('Foo.Sleep', i % 10, { timeout: (i * 7) % 10 })),
  );
  await runtime.advanceAsync(20);
  outcomes.forEach(({ value, error }, i) => {
    if (error === undefined) expect(value).toBe(i % 10);
    else expect([error.code, value]).toEqual(['ERR_TIMED_OUT', undefined]);
  });
  expect([client.stats.inFlight, client.stats.queued, runtime.undecided]).toEqual([0, 0, 0]);
});

it('a handler that is told of its client being gone can stop at once', async () => {
  const { runtime, client, server } = await serve({}, {}, (server, runtime) => {
    server.register(Foo, { Sum: () => 0, Sleep: (ms, { signal }) => sleep(runtime, ms, signal) });
  });
  outcomeOf(client.call('Foo.Sleep', 60_000));
  await runtime.settle();
  outcomeOf(client.close());
  await runtime.settle();
  expect(server.stats).toMatchObject({ connections: 0, abandoned: 0, late: 1 });
  expect(runtime.armed).toBe(0);
});
