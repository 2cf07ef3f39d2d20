import type { NodeStateChange } from 'timed-operation/arcus';
import { describe, expect, test } from 'vitest';
import { scriptedClient } from './support/scripted-client.ts';
import { ScriptedPort } from './support/scripted-port.ts';
import { bytes } from './support/text.ts';
import { watched } from './support/watched.ts';

const silent = () => new ScriptedPort(null);

describe('connecting', () => {
  test('the limit holds for the connection and the version together', async () => {
    const changes: NodeStateChange[] = [];
    const { client, runtime, port } = await scriptedClient({
      makePort: silent,
      connectTimeout: 300,
      onNodeState: (change) => changes.push(change),
    });
    await runtime.advanceAsync(299);
    expect(client.nodes[0]?.state).toBe('connecting');
    await runtime.advanceAsync(1);
    expect(client.nodes[0]?.state).toBe('waiting');
    expect(port.destroyed).toBe(true);
    expect(changes.map(({ state }) => state)).toEqual(['connecting', 'waiting']);
    expect(String(changes[1]?.cause)).toContain('no connection with a version within 300 ms');
  });

  test('an operation asked while connecting keeps its own limit', async () => {
    const { client, runtime, port } = await scriptedClient({ makePort: silent });
    const call = watched(client.kv.get('a', { timeout: 100 }));
    await runtime.advanceAsync(100);
    await expect(call).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false, limitMs: 100 });
    port.reply('VERSION 1.15.0');
    await runtime.settle();
    expect(port.writes).toEqual([]);
  });

  test('attempts go on without end, each after twice the wait, up to the limit', async () => {
    const delays: (number | undefined)[] = [];
    const { runtime } = await scriptedClient({
      makePort: silent,
      connectTimeout: 10,
      reconnectDelay: 100,
      maxReconnectDelay: 500,
      onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
    });
    await runtime.advanceAsync(60_000);
    expect(delays.slice(0, 5)).toEqual([100, 200, 400, 500, 500]);
    expect(delays.length).toBeGreaterThan(100);
  });

  test('waits differ by chance, between half and the whole of their step', async () => {
    const delays: (number | undefined)[] = [];
    const { runtime } = await scriptedClient({
      makePort: silent,
      connectTimeout: 10,
      random: () => 0,
      onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
    });
    await runtime.advanceAsync(11);
    expect(delays).toEqual([50]);
  });

  test('a server that does not speak the protocol is no node', async () => {
    const changes: NodeStateChange[] = [];
    const { runtime, port } = await scriptedClient({ makePort: silent, onNodeState: (change) => changes.push(change) });
    port.reply('HTTP/1.1 400 Bad Request');
    await runtime.settle();
    expect(changes.at(-1)).toMatchObject({ state: 'waiting', cause: { code: 'ERR_ARCUS_CONNECTION' } });
  });

  test.each([
    [
      'that throws',
      () => {
        throw new Error('no such host');
      },
    ],
    ['that gives nothing', () => undefined],
    ['that gives no connection', () => ({})],
    [
      'whose connection cannot be written to',
      () => {
        const port = new ScriptedPort();
        port.write = () => {
          throw new Error('not open');
        };
        return port;
      },
    ],
  ])('a connect %s is an attempt that failed', async (_, connect) => {
    let attempts = 0;
    const { client, runtime } = await scriptedClient({
      makePort: () => (attempts++ < 2 ? (connect() as never) : new ScriptedPort()),
    });
    expect(client.nodes[0]?.state).toBe('waiting');
    await runtime.advanceAsync(100);
    expect(client.nodes[0]?.state).toBe('waiting');
    await runtime.advanceAsync(200);
    expect(client.nodes[0]?.state).toBe('connected');
    expect(runtime.armed).toBe(0);
  });

  test.each([Number.NaN, -1, 7, 'x', 'throws'])('a chance of %s makes a wait all the same', async (chance) => {
    const delays: (number | undefined)[] = [];
    const reported: unknown[] = [];
    const { reportError } = globalThis as { reportError?: unknown };
    Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
    const { runtime } = await scriptedClient({
      makePort: silent,
      connectTimeout: 10,
      random: () => {
        if (chance === 'throws') throw new Error('no chance');
        return chance as number;
      },
      onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
    });
    await runtime.advanceAsync(329);
    Object.assign(globalThis, { reportError });
    expect(delays).toEqual([100, 200]);
    expect(reported).toHaveLength(chance === 'throws' ? 2 : 0);
  });
});

describe('without a connection', () => {
  test('operations are refused at once, with the cause', async () => {
    const { client, runtime } = await scriptedClient({ makePort: silent, connectTimeout: 10 });
    await runtime.advanceAsync(10);
    const call = watched(client.kv.get('a'));
    await runtime.settle();
    await expect(call).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN', cause: { code: 'ERR_ARCUS_CONNECTION' } });
  });

  test('what was queued for the first connection is refused when that fails', async () => {
    const { client, runtime } = await scriptedClient({ makePort: silent, connectTimeout: 10 });
    const call = watched(client.kv.get('a'));
    await runtime.advanceAsync(10);
    await expect(call).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN', cause: { code: 'ERR_ARCUS_CONNECTION' } });
  });

  test('with failure mode retry they wait under their own limits, and are sent once there is a connection', async () => {
    const { client, runtime, ports } = await scriptedClient({
      makePort: (attempt) => new ScriptedPort(attempt === 0 ? null : '1.15.0'),
      connectTimeout: 10,
      failureMode: 'retry',
    });
    const early = watched(client.kv.get('early'));
    await runtime.advanceAsync(10);
    const call = watched(client.kv.get('a'));
    const short = watched(client.kv.get('short', { timeout: 20 }));
    await runtime.advanceAsync(100);
    expect(ports[1]?.writes).toEqual(['get early a\r\n']);
    ports[1]?.reply('END');
    await runtime.settle();
    expect([await early, await call]).toEqual([undefined, undefined]);
    await expect(short).rejects.toMatchObject({ stage: 'queued', written: false });
  });
});

describe('losing a connection', () => {
  test('a good one is replaced at once, and operations wait for that', async () => {
    const { client, runtime, ports } = await scriptedClient();
    const first = watched(client.kv.get('a'));
    await runtime.settle();
    ports[0]?.reply('END');
    await runtime.settle();
    await first;
    ports[0]?.break();
    const call = watched(client.kv.get('b'));
    expect(client.nodes[0]?.state).toBe('connecting');
    await runtime.settle();
    expect(ports).toHaveLength(2);
    expect(ports[1]?.writes).toEqual(['get b\r\n']);
    ports[1]?.reply('END');
    await runtime.settle();
    expect(await call).toBeUndefined();
  });

  test('one that never answered anything is replaced after a wait that grows', async () => {
    const delays: (number | undefined)[] = [];
    const { runtime, ports } = await scriptedClient({
      onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
    });
    for (let round = 0; round < 3; round++) {
      ports.at(-1)?.break();
      await runtime.settle();
      await runtime.advanceAsync(delays.at(-1) ?? 0);
    }
    expect(delays).toEqual([100, 200, 400]);
  });

  test('one that says what nobody asked for is replaced after a wait that grows, until one answers', async () => {
    const delays: (number | undefined)[] = [];
    const { client, runtime, ports } = await scriptedClient({
      onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
    });
    for (let round = 0; round < 3; round++) {
      ports.at(-1)?.reply('END');
      await runtime.settle();
      await runtime.advanceAsync(delays.at(-1) ?? 0);
    }
    expect(delays).toEqual([100, 200, 400]);
    watched(client.kv.get('a'));
    await runtime.settle();
    ports.at(-1)?.reply('END', 'END');
    await runtime.settle();
    expect([delays.length, client.nodes[0]?.state]).toEqual([3, 'connected']);
  });

  test('what was in flight is cancelled; what was only queued is sent over the next one', async () => {
    const { client, runtime, ports } = await scriptedClient({ maxInFlight: 1 });
    const calls = [watched(client.kv.set('a', bytes('x'))), watched(client.kv.set('b', bytes('y')))] as const;
    await runtime.advanceAsync(200);
    ports[0]?.break();
    await runtime.settle();
    await expect(calls[0]).rejects.toMatchObject({ source: 'internal', cause: { code: 'ERR_ARCUS_CONNECTION' } });
    ports[1]?.reply('STORED');
    await runtime.settle();
    expect(await calls[1]).toBe(true);
    expect(ports.map(({ written }) => written)).toEqual(['set a 0 0 1\r\nx\r\n', 'set b 0 0 1\r\ny\r\n']);
  });

  test('with failure mode retry reads are sent again, in front, and what changes data is not', async () => {
    const { client, runtime, ports } = await scriptedClient({ failureMode: 'retry', maxInFlight: 4 });
    const get = watched(client.kv.get('a'));
    const incr = watched(client.kv.incr('n', 1));
    const take = watched(client.list.get('l', 0, { after: 'delete' }));
    const count = watched(client.btree.count('b', 0n, 9n));
    const queued = watched(client.kv.delete('d'));
    await runtime.advanceAsync(200);
    ports[0]?.break();
    await runtime.settle();
    for (const call of [incr, take]) await expect(call).rejects.toMatchObject({ source: 'internal' });
    expect(ports[1]?.written).toBe('get a\r\nbop count b 0..9\r\ndelete d\r\n');
    ports[1]?.reply('END', 'COUNT=7', 'DELETED');
    await runtime.settle();
    expect([await get, await count, await queued]).toEqual([undefined, 7, true]);
  });

  test('a server that ends its side has gone', async () => {
    const { client, runtime, ports } = await scriptedClient();
    const call = watched(client.kv.get('a'));
    await runtime.advanceAsync(200);
    ports[0]?.onEnd();
    await runtime.settle();
    await expect(call).rejects.toMatchObject({ source: 'internal' });
    expect(ports).toHaveLength(2);
  });
});

describe('continuous timeouts', () => {
  async function underTraffic(options: Parameters<typeof scriptedClient>[0], everyMs: number, calls: number) {
    const scripted = await scriptedClient(options);
    const { client, runtime } = scripted;
    for (let call = 0; call < calls; call++) {
      watched(client.kv.get(`k${call}`, { timeout: 50 }));
      await runtime.advanceAsync(everyMs);
    }
    return scripted;
  }

  test('eleven within a second and a half leave the connection alone: that is a burst', async () => {
    const { ports, client } = await underTraffic({}, 100, 16);
    expect(client.nodes[0]?.continuousTimeouts).toBe(16);
    expect(ports).toHaveLength(1);
  });

  test('the first timeout that is past both bounds replaces the connection, at that very moment', async () => {
    const { ports, client, runtime } = await underTraffic({}, 100, 16);
    // The first was at 50 ms; 1600 ms later the 17th is due.
    watched(client.kv.get('last', { timeout: 50 }));
    await runtime.advanceAsync(49);
    expect(ports).toHaveLength(1);
    await runtime.advanceAsync(1);
    expect(ports).toHaveLength(2);
    expect(ports[0]?.destroyed).toBe(true);
    expect(client.nodes[0]).toMatchObject({ state: 'connected', continuousTimeouts: 0, inFlight: 0 });
  });

  test('ten in a row are borne, for however long', async () => {
    const { ports } = await underTraffic({}, 900, 10);
    expect(ports).toHaveLength(1);
  });

  test('an answer in time starts the count anew', async () => {
    const { client, runtime, ports } = await underTraffic({}, 300, 10);
    const call = watched(client.kv.get('good'));
    await runtime.settle();
    ports[0]?.reply(...new Array<string>(11).fill('END'));
    await runtime.settle();
    await call;
    expect(client.nodes[0]?.continuousTimeouts).toBe(0);
  });

  test('a call of many keys counts as one', async () => {
    const { client, runtime } = await scriptedClient();
    const keys = Array.from({ length: 500 }, (_, index) => `k${index}`);
    watched(client.kv.getMany(keys, { timeout: 50 }));
    watched(client.kv.setMany(new Map(keys.map((key) => [key, bytes('x')])), { timeout: 50 }));
    await runtime.advanceAsync(50);
    expect(client.nodes[0]?.continuousTimeouts).toBe(2);
  });

  test('a budget that was spent at the door blames no node', async () => {
    const { client, runtime, port } = await scriptedClient();
    const call = watched(client.kv.get('a', { timeout: 0 }));
    await runtime.settle();
    await expect(call).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', written: false, stage: 'queued', key: 'a' });
    expect(client.nodes[0]?.continuousTimeouts).toBe(0);
    expect(port.writes).toEqual([]);
  });

  test('an operation unanswered for too long replaces the connection, also if nothing has a limit', async () => {
    const { client, runtime, ports } = await scriptedClient({ operationTimeout: Number.POSITIVE_INFINITY });
    const call = watched(client.kv.get('a'));
    await runtime.advanceAsync(9_999);
    expect(ports).toHaveLength(1);
    expect(client.nodes[0]?.oldestUnansweredMs).toBe(9_999);
    await runtime.advanceAsync(1);
    expect(ports).toHaveLength(2);
    await expect(call).rejects.toMatchObject({ source: 'internal' });
  });

  test('an operation that is written at the very moment of a look is looked at, too', async () => {
    const { client, runtime, ports } = await scriptedClient({ operationTimeout: Number.POSITIVE_INFINITY });
    watched(client.kv.get('a'));
    await runtime.advanceAsync(9_999);
    watched(client.kv.get('b'));
    runtime.clock.moveTo(runtime.now + 1);
    ports[0]?.reply('END');
    await runtime.settle();
    runtime.advance(0);
    await runtime.advanceAsync(10_000);
    expect(ports).toHaveLength(2);
  });

  test('a connection that answers, however slowly, is not unanswered', async () => {
    const { client, runtime, ports } = await scriptedClient({ operationTimeout: Number.POSITIVE_INFINITY });
    for (let round = 0; round < 5; round++) {
      const call = watched(client.kv.get('a'));
      await runtime.advanceAsync(9_000);
      ports[0]?.reply('END');
      await runtime.settle();
      await call;
    }
    expect(ports).toHaveLength(1);
  });
});

describe('events', () => {
  test('there is one for each change, and a listener that throws harms nothing', async () => {
    const changes: string[] = [];
    const errors: unknown[] = [];
    const { reportError } = globalThis as { reportError?: unknown };
    Object.assign(globalThis, { reportError: (error: unknown) => errors.push(error) });
    try {
      const { client, runtime, ports } = await scriptedClient({
        onNodeState: ({ previous, state }) => {
          changes.push(`${previous} > ${state}`);
          throw new Error('listener');
        },
      });
      await runtime.advanceAsync(200);
      ports[0]?.break();
      await runtime.settle();
      const closed = client.close();
      await runtime.settle();
      await closed;
      await runtime.settle();
      expect(client.nodes[0]?.state).toBe('closed');
    } finally {
      Object.assign(globalThis, { reportError });
    }
    expect(changes).toEqual([
      'undefined > connecting',
      'connecting > connected',
      'connected > connecting',
      'connecting > connected',
      'connected > closed',
    ]);
    expect(errors).toHaveLength(5);
  });
});
