import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline, timed } from 'timed-operation';
import { isArcusTimeoutError } from 'timed-operation/arcus';
import { describe, expect, test } from 'vitest';
import { scriptedClient } from './support/scripted-client.ts';
import { bytes } from './support/text.ts';
import { watched } from './support/watched.ts';

describe('limits of a call', () => {
  test('700 ms where nothing else is said, on every path', async () => {
    const { client, runtime } = await scriptedClient();
    const calls: Promise<unknown>[] = [
      client.kv.get('k'),
      client.kv.set('k', bytes('x')),
      client.kv.getMany(['a', 'b']),
      client.kv.setMany(new Map([['a', bytes('x')]])),
      client.kv.deleteMany(['a']),
      client.list.getRange('l', 0, -1),
      client.set.get('s'),
      client.map.getMany('m', 'all'),
      client.btree.getMany(['b'], 0n, 1n),
      client.btree.sortMergeGet(['b'], 0n, 1n),
      client.pipe().listInsert('l', 0, bytes('x')).execute(),
      client.admin.stats(),
      client.admin.flush(),
    ].map(watched);
    let decided = 0;
    for (const call of calls) call.catch(() => decided++);
    await runtime.advanceAsync(699);
    expect(decided).toBe(0);
    await runtime.advanceAsync(1);
    expect(decided).toBe(calls.length);
    expect(runtime.armed).toBe(1); // The look at the oldest unanswered operation.
  });

  test('a view has its own default, over the same connection', async () => {
    const { client, runtime, ports } = await scriptedClient();
    const quick = client.withOperationTimeout(50);
    const calls = [watched(quick.kv.get('a')), watched(client.kv.get('b'))] as const;
    await runtime.advanceAsync(50);
    await expect(calls[0]).rejects.toMatchObject({ limitMs: 50 });
    expect(calls[1].operation.outcome).toBeUndefined();
    expect([quick.operationTimeout, client.operationTimeout, ports.length]).toEqual([50, 700, 1]);
    expect(() => client.withOperationTimeout(-1)).toThrow(TypeError);
  });

  test('the earliest of timeout, deadline and an outer call decides', async () => {
    const { client, runtime } = await scriptedClient();
    const deadline = Deadline.after(100, runtime.clock);
    const byDeadline = watched(client.kv.get('a', { deadline, timeout: 500 }));
    const byTimeout = watched(client.kv.get('a', { deadline, timeout: 50 }));
    let inner: Promise<unknown> | undefined;
    const outer = watched(
      timed(
        (context) => {
          inner = watched(client.kv.get('a', { within: context }));
          return inner;
        },
        { timeout: 80, runtime },
      ),
    );
    await runtime.advanceAsync(100);
    await expect(byDeadline).rejects.toMatchObject({ kind: 'deadline', limitMs: 100 });
    await expect(byTimeout).rejects.toMatchObject({ kind: 'timeout', limitMs: 50 });
    await expect(outer).rejects.toMatchObject({ limitMs: 80 });
    await expect(inner).rejects.toBeDefined();
  });

  test('a deadline takes the place of the default', async () => {
    const { client, runtime } = await scriptedClient();
    const call = watched(client.kv.get('a', { deadline: Deadline.after(5_000, runtime.clock) }));
    await runtime.advanceAsync(4_999);
    expect(call.operation.outcome).toBeUndefined();
    await runtime.advanceAsync(1);
    expect(call.operation.outcome).toBe('timedOut');
  });

  test('an idle limit bounds how long nothing comes, and not how long a large value takes', async () => {
    const { client, runtime, port } = await scriptedClient({ maxMergedGets: 1 });
    const call = watched(client.kv.get('big', { timeout: Number.POSITIVE_INFINITY, idle: 100 }));
    const behind = watched(client.kv.get('behind', { timeout: Number.POSITIVE_INFINITY, idle: 100 }));
    await runtime.settle();
    port.reply('VALUE big 0 60');
    for (let part = 0; part < 10; part++) {
      await runtime.advanceAsync(99);
      port.onData(bytes('x'.repeat(6)));
    }
    port.reply('', 'END');
    await runtime.settle();
    expect((await call)?.length).toBe(60);
    await runtime.advanceAsync(99);
    expect(behind.operation.outcome).toBeUndefined();
    await runtime.advanceAsync(1);
    await expect(behind).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', kind: 'idle', limitMs: 100, key: 'behind' });
  });

  test('a signal gives a call up with its own reason, and an aborted one lets nothing be sent', async () => {
    const { client, runtime, port } = await scriptedClient();
    const controller = new AbortController();
    const call = watched(client.kv.get('a', { signal: controller.signal }));
    await runtime.settle();
    const reason = new Error('enough');
    controller.abort(reason);
    const refused = watched(client.kv.get('b', { signal: controller.signal }));
    await runtime.settle();
    await expect(call).rejects.toBe(reason);
    await expect(refused).rejects.toBe(reason);
    expect(port.written).toBe('get a\r\n');
    expect(client.nodes[0]?.continuousTimeouts).toBe(0);
    expect(runtime.listeners).toBe(0);
  });

  test('a group is cancelled as a whole', async () => {
    const { client, runtime } = await scriptedClient();
    const call = watched(
      client.kv.setMany(
        new Map([
          ['a', bytes('x')],
          ['b', bytes('y')],
        ]),
      ),
    );
    expect(call.cancel('enough')).toBe(true);
    await runtime.settle();
    await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELLED', cause: 'enough' });
    expect(call.cancel()).toBe(false);
  });

  test('the parts of a group that were answered are not lost with those that were not', async () => {
    const { client, runtime, port } = await scriptedClient();
    const call = watched(
      client.kv.setMany(
        new Map([
          ['a', bytes('x')],
          ['b', bytes('y')],
        ]),
        { timeout: 50 },
      ),
    );
    await runtime.settle();
    port.reply('STORED');
    await runtime.advanceAsync(50);
    const outcomes = await call;
    expect(outcomes.get('a')).toEqual({ outcome: 'fulfilled', value: true });
    expect(outcomes.get('b')).toMatchObject({ outcome: 'timedOut', reason: { key: 'b', stage: 'reading' } });
  });

  test('none of a group answered is an error, and no map of misses', async () => {
    const { client, runtime } = await scriptedClient();
    const call = watched(client.kv.getMany(['a', 'b'], { timeout: 50 }));
    await runtime.advanceAsync(50);
    await expect(call).rejects.toThrow(AggregateError);
  });

  test('the context of the caller goes on behind a timeout', async () => {
    const { client, runtime } = await scriptedClient();
    const storage = new AsyncLocalStorage<string>();
    const seen = storage.run('mine', async () => {
      await client.kv.get('a', { timeout: 10 }).catch(() => {});
      return storage.getStore();
    });
    await runtime.advanceAsync(10);
    expect(await seen).toBe('mine');
  });
});

describe('what a timeout says', () => {
  test('kind, key, limit, elapsed, node, stage, written, queue lengths and timeouts in a row', async () => {
    const { client, runtime, port } = await scriptedClient();
    const first = watched(client.kv.set('first', bytes('x'), { timeout: 30 }));
    await runtime.settle();
    port.room = false;
    const second = watched(client.list.get('second', 0, { timeout: 40 }));
    await runtime.settle();
    const third = watched(client.kv.get('third', { timeout: 50 }));
    await runtime.advanceAsync(50);
    const of = (call: Promise<unknown>) => call.catch((error: unknown) => error);
    expect(await of(first)).toMatchObject({
      command: 'set',
      key: 'first',
      kind: 'timeout',
      limitMs: 30,
      elapsedMs: 30,
      node: 'cache:11211',
      stage: 'reading',
      written: true,
      queued: 1,
      inFlight: 2,
      continuousTimeouts: 1,
    });
    expect(await of(second)).toMatchObject({
      command: 'lop get',
      key: 'second',
      stage: 'writing',
      written: true,
      continuousTimeouts: 2,
    });
    const error = await of(third);
    expect(error).toMatchObject({
      command: 'get',
      key: 'third',
      stage: 'queued',
      written: false,
      continuousTimeouts: 3,
    });
    expect(isArcusTimeoutError(error)).toBe(true);
    expect(String(error)).toBe(
      "TimeoutError: get of 'third' timed out after 50 ms (limit 50 ms, timeout) on cache:11211: queued, not written; 1 queued, 2 in flight, 3 timeouts in a row",
    );
  });
});

describe('closing', () => {
  test('lets what is under way end, and refuses what is new', async () => {
    const { client, runtime, port } = await scriptedClient();
    const call = watched(client.kv.get('a'));
    await runtime.settle();
    let closed = false;
    const closing = client.close().then(() => {
      closed = true;
    });
    const refused = watched(client.kv.get('b'));
    const refusedMany = watched(client.kv.getMany(['b']));
    await runtime.settle();
    await expect(refused).rejects.toMatchObject({ code: 'ERR_ARCUS_CLOSED' });
    await expect(refusedMany).rejects.toThrow(AggregateError);
    expect(closed).toBe(false);
    port.reply('END');
    await runtime.settle();
    await closing;
    expect(await call).toBeUndefined();
    expect(port.destroyed).toBe(true);
    expect(runtime.armed).toBe(0);
    expect(runtime.undecided).toBe(0);
  });

  test('cancels what the drain did not suffice for', async () => {
    const { client, runtime } = await scriptedClient({ operationTimeout: 60_000 });
    const call = watched(client.kv.get('a'));
    const closing = client.close({ drain: 100 });
    await runtime.advanceAsync(100);
    await closing;
    await expect(call).rejects.toMatchObject({ source: 'internal', cause: { code: 'ERR_ARCUS_CLOSED' } });
    expect(runtime.armed).toBe(0);
  });

  test('without a drain everything is cancelled at once; a second close waits for the same', async () => {
    const { client, runtime, port } = await scriptedClient();
    const call = watched(client.kv.get('a'));
    const closing = client.close({ drain: 0 });
    expect(client.close()).toBe(closing);
    await runtime.settle();
    await closing;
    await expect(call).rejects.toMatchObject({ source: 'internal' });
    expect(port.writes).toEqual([]);
  });

  test('while it waits to reconnect no attempt follows', async () => {
    const { client, runtime, ports } = await scriptedClient();
    ports[0]?.break();
    await client.close();
    await runtime.advanceAsync(10_000);
    expect(ports).toHaveLength(1);
    expect(runtime.armed).toBe(0);
  });
});

test.each([
  ['operationTimeout', { operationTimeout: Number.NaN }],
  ['connectTimeout', { connectTimeout: -1 }],
  ['failureMode', { failureMode: 'redistribute' as never }],
  ['maxQueued', { maxQueued: '1' as never }],
  ['onNodeState', { onNodeState: 1 as never }],
])('a wrong %s is refused by its name', async (name, options) => {
  await expect(scriptedClient(options)).rejects.toThrow(name);
});
