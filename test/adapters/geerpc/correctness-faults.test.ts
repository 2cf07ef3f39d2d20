import { createServer, method, service } from 'timed-operation/geerpc';
import { GobEncoder, int, interfaceOf, registry, slice, string, struct, uint } from 'timed-operation/geerpc/gob';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { RawClient } from './support/raw-client.ts';
import { outcomeOf, serve } from './support/served.ts';
import { Args, Foo, serveAll, sleep } from './support/services.ts';

// Section 6.3 of the protocol: faults of the reference that ours must not have.

function served(): { runtime: ManualRuntime; raw: RawClient } {
  const runtime = new ManualRuntime();
  const server = createServer({ runtime });
  serveAll(server, runtime);
  return { runtime, raw: new RawClient(server) };
}

it('fault 12: a late response changes nothing that the caller was given', async () => {
  const { runtime, client } = await serve();
  const call = client.call('Foo.Sleep', 200, { timeout: 100 });
  const outcome = outcomeOf(call);
  await runtime.advanceAsync(100);
  const { error } = outcome;
  await runtime.advanceAsync(200);
  expect(outcome).toEqual({ error });
  expect([call.operation.outcome, call.operation.value, client.stats.late]).toEqual(['timedOut', undefined, 1]);
  await call.operation.finished;
});

it('fault 13: options are read and never written', async () => {
  const options = Object.freeze({ handleTimeout: 1_000, callTimeout: 500 });
  const first = await serve(options);
  const second = await serve(options);
  expect(Buffer.from(first.ends.client.bytes)).toEqual(Buffer.from(second.ends.client.bytes));
});

it('fault 14: at the boundary of its timeout a request is answered exactly once', async () => {
  const runtime = new ManualRuntime();
  const server = createServer({ runtime });
  serveAll(server, runtime);
  const raw = new RawClient(server, 10_000_000n);
  for (let seq = 1; seq <= 800; seq++) raw.send('Foo.Sleep', seq, int, 9 + (seq % 3));
  await runtime.advanceAsync(15);
  const { received } = raw;
  expect(received.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, i) => i + 1));
  expect(new Set(received.map(({ error }) => error)).size).toBe(2);
});

describe('fault 15: the body behind an unknown method is read as the next request', () => {
  const Injected = struct('Injected', { ServiceMethod: string, Seq: uint });

  it.each([
    ['Nope.X', "rpc server: can't find service Nope"],
    ['Foo.Nope', "rpc server: can't find method Nope"],
    ['NoDot', 'rpc server: service/method request ill-formed: NoDot'],
    ['', 'rpc server: service/method request ill-formed: '],
    ['a.b.c', "rpc server: can't find service a.b"],
  ])('%j is answered, its body skipped, and the next request is served', async (name, text) => {
    const { runtime, raw } = served();
    raw.send(name, 1, Injected, { ServiceMethod: 'Foo.Sum', Seq: 77 });
    raw.send(name, 2, struct('', {}), {});
    raw.send(name, 3, string, 'x'.repeat(10_000));
    raw.send('Foo.Sum', 4, Args, { Num1: 1, Num2: 2 });
    await runtime.settle();
    expect(raw.received).toEqual([
      ...[1, 2, 3].map((seq) => ({ seq, error: text, body: {} })),
      { seq: 4, error: '', body: 3 },
    ]);
  });

  it('the client gets that error, and its other calls go on', async () => {
    const { runtime, client } = await serve();
    const slow = outcomeOf(client.call('Foo.Sleep', 100));
    const nope = outcomeOf(client.call('Nope.X', { Num1: 1, Num2: 2 }, { types: Foo.methods.Sum as never }));
    await runtime.advanceAsync(100);
    expect(nope.error?.message).toBe("rpc server: can't find service Nope");
    expect(slow.value).toBe(100);
  });
});

describe('fault 16: one body that does not decode ends all calls', () => {
  it('on the client it is an error of its own call alone', async () => {
    const { runtime, client } = await serve();
    const innocent = outcomeOf(client.call('Foo.Sleep', 100));
    const wrong = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }, { types: method(Args, string) as never }));
    await runtime.advanceAsync(100);
    expect(wrong.error).toMatchObject({ code: 'ERR_GEERPC_DECODE' });
    expect(wrong.error?.message).toMatch(/^reading body gob: /);
    expect(innocent.value).toBe(100);
    expect(client.available).toBe(true);
  });

  it('on the server it is an error of its own request alone', async () => {
    const { runtime, raw } = served();
    raw.send('Foo.Sum', 1, string, 'no struct');
    raw.send('Foo.Sum', 2, struct('Other', { A: int }), { A: 1 });
    raw.send('Foo.Sum', 3, Args, { Num1: 1, Num2: 2 });
    await runtime.settle();
    expect(raw.received.map(({ seq, error }) => [seq, error.slice(0, 5)])).toEqual([
      [1, 'gob: '],
      [2, 'gob: '],
      [3, ''],
    ]);
  });
});

it('fault 17: a late response that Go cannot skip breaks nothing', async () => {
  const things = slice(interfaceOf(registry({ number: int })));
  const Late = service('Late', { Things: method(int, things) });
  const { runtime, client } = await serve({ services: [Foo, Late] }, {}, (server, runtime) => {
    serveAll(server, runtime);
    server.register(Late, {
      Things: (ms) => sleep(runtime, ms).then(() => [null, { type: 'number', value: 1 }, null]),
    });
  });
  const late = outcomeOf(client.call('Late.Things', 100, { timeout: 50 }));
  await runtime.advanceAsync(100);
  expect(late.error?.code).toBe('ERR_TIMED_OUT');
  expect(client.stats.late).toBe(1);
  expect(await runtime.run(client.call('Foo.Sum', { Num1: 1, Num2: 2 }))).toBe(3);
});

it('fault 18: whoever does not take his response holds nobody up', async () => {
  const { runtime, client } = await serve();
  client.on('late', () => {
    throw new Error('a listener that throws');
  });
  const reported: unknown[] = [];
  const { reportError } = globalThis as { reportError?: unknown };
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
  // Nobody awaits these, one is late, and one is awaited by somebody who throws.
  for (let i = 0; i < 10; i++) client.call('Foo.Sum', { Num1: i, Num2: i });
  client.call('Foo.Sleep', 10, { timeout: 5 }).catch(() => undefined);
  const thrown = outcomeOf(
    client.call('Foo.Sum', { Num1: 1, Num2: 1 }).then(() => {
      throw new Error('a continuation that throws');
    }),
  );
  const other = outcomeOf(client.call('Foo.Sum', { Num1: 2, Num2: 2 }));
  await runtime.advanceAsync(10);
  Object.assign(globalThis, { reportError });
  expect(thrown.error?.message).toBe('a continuation that throws');
  expect(other.value).toBe(4);
  expect(reported).toHaveLength(1);
});

describe('fault 19: error texts', () => {
  it.each(['100% full', '%!s(MISSING)', 'ünïcödé', '\u{1f600}'])('%j arrives as it is', async (text) => {
    const { runtime, client } = await serve();
    const outcome = outcomeOf(client.call('Err.Fail', text));
    await runtime.settle();
    expect(outcome.error?.message).toBe(text);
  });

  it('an empty one is an error all the same', async () => {
    const { runtime, client } = await serve();
    const outcome = outcomeOf(client.call('Err.Fail', ''));
    await runtime.settle();
    expect(outcome.error).toMatchObject({ code: 'ERR_GEERPC_REMOTE', message: 'Error' });
  });

  it('one that came with the request is not sent back', async () => {
    const { runtime, raw } = served();
    raw.send('Foo.Sum', 1, Args, { Num1: 1, Num2: 2 }, 'set by the client');
    await runtime.settle();
    expect(raw.received).toEqual([{ seq: 1, error: '', body: 3 }]);
  });

  it('one that is not UTF-8 costs its call the exact text, and nobody anything else', async () => {
    const { runtime, client, ends } = await serve();
    ends.server.blocked = true;
    const outcome = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }));
    await runtime.settle();
    const bytes = new GobEncoder().encode(struct('Header', { ServiceMethod: string, Seq: uint, Error: string }), {
      ServiceMethod: '',
      Seq: 1,
      Error: 'bad: ?',
    });
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
    ends.client.deliver(bytes);
    ends.client.deliver(Buffer.from('03040006', 'hex'));
    await runtime.settle();
    expect(outcome.error?.message).toBe('bad: \ufffd');
  });
});

it('fault 20: an argument that cannot be encoded is an error of its own call, and nothing of it is sent', async () => {
  const { runtime, client, ends } = await serve();
  const writes = ends.client.written.length;
  const bad = outcomeOf(client.call('Foo.Sum', { Num1: 'one', Num2: 2 }));
  await runtime.settle();
  expect(bad.error).toMatchObject({ code: 'ERR_GEERPC_ENCODE' });
  expect(ends.client.written).toHaveLength(writes);
  expect(await runtime.run(client.call('Foo.Sum', { Num1: 1, Num2: 2 }))).toBe(3);
});

describe('fault 21: a handler that throws ends the process', () => {
  it.each([
    [
      'an Error',
      () => {
        throw new Error('sync');
      },
      'sync',
    ],
    ['a rejection', () => Promise.reject(new Error('async')), 'async'],
    [
      'a string',
      () => {
        throw 'text';
      },
      'text',
    ],
    [
      'undefined',
      () => {
        throw undefined;
      },
      'undefined',
    ],
    [
      'what has no text',
      () => {
        throw Object.create(null);
      },
      'rpc server: the handler failed without an error text',
    ],
    [
      'half a character',
      () => {
        throw new Error('a\ud800b');
      },
      'a\ufffdb',
    ],
  ])('%s is an error of its own request', async (_name, sum, text) => {
    const { runtime, client } = await serve({}, {}, (server, runtime) => {
      server.register(Foo, { Sum: sum as never, Sleep: (ms) => sleep(runtime, ms) });
    });
    const outcome = outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 }));
    await runtime.settle();
    expect(outcome.error).toMatchObject({ code: 'ERR_GEERPC_REMOTE', message: text });
    const fine = outcomeOf(client.call('Foo.Sleep', 1));
    await runtime.advanceAsync(1);
    expect(fine.value).toBe(1);
  });
});

it('a service is registered once, with all its methods', () => {
  const server = createServer();
  server.register(Foo, { Sum: () => 0, Sleep: () => 0 });
  expect(() => server.register(Foo, { Sum: () => 0, Sleep: () => 0 })).toThrow('rpc: service already defined: Foo');
  expect(() => createServer().register(Foo, { Sum: () => 0 } as never)).toThrow("to have a method 'Sleep'");
});
