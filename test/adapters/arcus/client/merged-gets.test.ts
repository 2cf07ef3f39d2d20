import { describe, expect, test } from 'vitest';
import { realClients } from './support/real-clients.ts';
import { scriptedClient } from './support/scripted-client.ts';
import { ScriptedPort } from './support/scripted-port.ts';
import { bytes, text } from './support/text.ts';
import { watched } from './support/watched.ts';

const { serverAndClient } = realClients();

const item = (key: string, data: string) => [`VALUE ${key} 0 ${data.length}`, data];

describe('what becomes one request', () => {
  test('gets that wait together, in the order of their calls', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = ['a', 'b', 'a', 'c'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    expect(port.writes).toEqual(['get a b a c\r\n']);
    port.reply(...item('a', '1'), ...item('b', '2'), ...item('a', '1'), ...item('c', '3'), 'END');
    await runtime.settle();
    expect((await Promise.all(calls)).map(text)).toEqual(['1', '2', '1', '3']);
    expect(client.nodes[0]).toMatchObject({ inFlight: 0, lateResponses: 0 });
  });

  test('neighbours only: what was asked before a change of the same key is read before it', async () => {
    const { client, runtime, port } = await scriptedClient();
    watched(client.kv.get('a'));
    watched(client.kv.get('b'));
    watched(client.kv.set('a', bytes('x')));
    watched(client.kv.get('a'));
    watched(client.kv.gets('b'));
    watched(client.kv.get('b'));
    watched(client.kv.get('c'));
    await runtime.settle();
    expect(port.written).toBe('get a b\r\nset a 0 0 1\r\nx\r\nget a\r\ngets b\r\nget b c\r\n');
    expect(port.writes).toHaveLength(1);
  });

  test('as many as are allowed', async () => {
    const { client, runtime, port } = await scriptedClient({ maxMergedGets: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) watched(client.kv.get(key));
    await runtime.settle();
    expect(port.writes).toEqual(['get a b\r\nget c d\r\nget e\r\n']);
  });

  test('none with maxMergedGets 1', async () => {
    const { client, runtime, port } = await scriptedClient({ maxMergedGets: 1 });
    for (const key of ['a', 'b']) watched(client.kv.get(key));
    await runtime.settle();
    expect(port.writes).toEqual(['get a\r\nget b\r\n']);
  });

  test('100 by default, and lines of at most 8 KiB', async () => {
    const { client, runtime, port } = await scriptedClient();
    for (let index = 0; index < 250; index++) watched(client.kv.get(`k${index}`));
    for (let index = 0; index < 5; index++) watched(client.kv.get(`${index}${'x'.repeat(3_000)}`));
    await runtime.settle();
    const lines = port.written.split('\r\n').slice(0, -1);
    expect(lines.map((line) => line.split(' ').length - 1)).toEqual([100, 100, 52, 2, 1]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(8_192);
  });

  test('of what was given up before it is written, nothing is', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = ['a', 'b', 'c', 'd', 'e'].map((key) => watched(client.kv.get(key)));
    const big = watched(client.kv.set('f', bytes('x'.repeat(2_000))));
    for (const gone of [0, 2, 4]) calls[gone]?.cancel();
    await runtime.settle();
    expect(port.written).toBe(`get b d\r\nset f 0 0 2000\r\n${'x'.repeat(2_000)}\r\n`);
    port.reply(...item('d', '4'), 'END', 'STORED');
    await runtime.settle();
    expect(await calls[1]).toBeUndefined();
    expect(text(await calls[3])).toBe('4');
    expect(await big).toBe(true);
  });
});

describe('each stays a call of its own', () => {
  test('it is answered by its own value, before the rest has come', async () => {
    const { client, runtime, port } = await scriptedClient();
    const [first, second] = ['a', 'b'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply(...item('a', '1'), 'VALUE b 0 1');
    await runtime.settle();
    expect(text(await first)).toBe('1');
    expect(second?.operation.state).toBe('WAITING_RESPONSE');
    port.reply('2', 'END');
    await runtime.settle();
    expect(text(await second)).toBe('2');
  });

  test('a missing one is known by what comes instead, and not before', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = ['a', 'b', 'c', 'd'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply('VALUE b 0 1');
    await runtime.settle();
    expect(calls.map((call) => call.operation.outcome)).toEqual(['fulfilled', undefined, undefined, undefined]);
    port.reply('2', 'END');
    await runtime.settle();
    expect((await Promise.all(calls)).map((each) => each && text(each))).toEqual([
      undefined,
      '2',
      undefined,
      undefined,
    ]);
  });

  test('one that times out leaves a tombstone, and the others get what is theirs', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = ['a', 'b', 'c', 'd'].map((key, at) => watched(client.kv.get(key, { timeout: at % 2 ? 50 : 500 })));
    await runtime.settle();
    runtime.advance(50);
    expect(client.nodes[0]).toMatchObject({ inFlight: 4, tombstones: 2 });
    port.reply(...item('a', '1'), ...item('b', '2'), ...item('c', '3'), ...item('d', '4'), 'END');
    await runtime.settle();
    expect([text(await calls[0]), text(await calls[2])]).toEqual(['1', '3']);
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', key: 'b', written: true });
    expect(client.nodes[0]).toMatchObject({ inFlight: 0, tombstones: 0, lateResponses: 2 });
  });

  test('a value that was not asked for, or comes out of order, is given to nobody, and nothing is said to be missing on its word', async () => {
    for (const key of ['x', 'a']) {
      const { client, runtime, port } = await scriptedClient();
      const calls = ['a', 'b', 'c'].map((each) => watched(client.kv.get(each)));
      await runtime.settle();
      port.reply(...item('b', '2'), `VALUE ${key} 0 1`, '1', 'END');
      await runtime.settle();
      expect(text(await calls[1])).toBe('2');
      await expect(calls[2]).rejects.toMatchObject({ code: 'ERR_ARCUS_PROTOCOL', fault: 'unexpected_key' });
      expect(port.destroyed).toBe(true);
    }
  });
});

describe('a request for several that is refused', () => {
  test('is asked again one by one, and the refusal is that of whom it concerns', async () => {
    const { client, runtime, port, ports } = await scriptedClient();
    const calls = ['a', 'b', 'c'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply('SERVER_ERROR out of memory writing get response');
    await runtime.settle();
    expect(port.writes.slice(1)).toEqual(['get a\r\nget b\r\nget c\r\n']);
    port.reply('END', 'SERVER_ERROR out of memory writing get response', ...item('c', '3'), 'END');
    await runtime.settle();
    expect(await calls[0]).toBeUndefined();
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_ARCUS_RESPONSE', key: 'b' });
    expect(text(await calls[2])).toBe('3');
    expect(ports).toHaveLength(1);
  });

  test('goes before what waits, under the limits that they have', async () => {
    const { client, runtime, port } = await scriptedClient({ maxInFlight: 2 });
    const calls = ['a', 'b'].map((key) => watched(client.kv.get(key, { timeout: 100 })));
    watched(client.kv.get('later'));
    await runtime.settle();
    runtime.advance(60);
    port.reply('SERVER_ERROR busy');
    await runtime.settle();
    expect(port.writes).toEqual(['get a b\r\n', 'get a\r\nget b\r\n']);
    runtime.advance(40);
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', elapsedMs: 100 });
  });

  test('does not ask again for whom nobody waits', async () => {
    const { client, runtime, port } = await scriptedClient();
    const [gone, kept] = ['a', 'b'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    gone?.cancel();
    port.reply('SERVER_ERROR busy');
    await runtime.settle();
    expect(port.writes).toEqual(['get a b\r\n', 'get b\r\n']);
    port.reply('END');
    await runtime.settle();
    expect(await kept).toBeUndefined();
    expect(client.nodes[0]).toMatchObject({ inFlight: 0, tombstones: 0 });
  });

  test('and by which the order of the stream is lost: on the next connection', async () => {
    const { client, runtime, port, ports } = await scriptedClient();
    const calls = ['a', 'b'].map((key) => watched(client.kv.get(key)));
    const behind = watched(client.kv.incr('n', 1));
    await runtime.settle();
    port.reply('CLIENT_ERROR bad command line format');
    await runtime.settle();
    expect(port.destroyed).toBe(true);
    await expect(behind).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    expect(ports[1]?.writes).toEqual(['get a\r\nget b\r\n']);
    ports[1]?.reply(...item('a', '1'), 'END', 'CLIENT_ERROR bad command line format');
    await runtime.settle();
    expect(text(await calls[0])).toBe('1');
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_ARCUS_RESPONSE', key: 'b' });
  });

  test('in the middle of its answer: what has been answered stays answered', async () => {
    const { client, runtime, port, ports } = await scriptedClient();
    const calls = ['a', 'b'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply(...item('a', '1'), 'SERVER_ERROR out of memory');
    await runtime.settle();
    expect(text(await calls[0])).toBe('1');
    expect(ports[1]?.writes).toEqual(['get b\r\n']);
    ports[1]?.reply('END');
    await runtime.settle();
    expect(await calls[1]).toBeUndefined();
  });
});

describe('a server that takes no request of several', () => {
  const askTwo = async ({ client, runtime }: Awaited<ReturnType<typeof scriptedClient>>): Promise<void> => {
    for (const key of ['x', 'y']) watched(client.kv.get(key));
    await runtime.settle();
  };

  test.each(['ERROR', 'CLIENT_ERROR bad command line format'])(
    'costs one connection, and no more: %s',
    async (line) => {
      const scripted = await scriptedClient();
      const { runtime, ports } = scripted;
      await askTwo(scripted);
      ports[0]?.reply(line);
      await runtime.settle();
      expect(ports[1]?.writes).toEqual(['get x\r\nget y\r\n']);
      ports[1]?.reply('END', 'END');
      await askTwo(scripted);
      expect(ports[1]?.writes.at(-1)).toBe('get x\r\nget y\r\n');
      expect(ports).toHaveLength(2);
    },
  );

  test('but not one that could not just now', async () => {
    const scripted = await scriptedClient();
    const { runtime, ports } = scripted;
    await askTwo(scripted);
    ports[0]?.reply(...item('x', '1'), 'SERVER_ERROR out of memory');
    await runtime.settle();
    ports[1]?.reply('END');
    await askTwo(scripted);
    expect(ports[1]?.writes.at(-1)).toBe('get x y\r\n');
  });
});

describe('what is asked again', () => {
  test('was written before, and a timeout says so', async () => {
    const { client, runtime, port } = await scriptedClient();
    const calls = ['a', 'b'].map((key) => watched(client.kv.get(key, { timeout: 100 })));
    await runtime.settle();
    port.room = false;
    watched(client.kv.incr('n', 1));
    await runtime.settle();
    port.reply('SERVER_ERROR busy');
    await runtime.settle();
    expect(client.nodes[0]?.queued).toBe(2);
    runtime.advance(100);
    await expect(calls[0]).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: true });
  });

  test('is cancelled when there is no connection any more: that it was not sent would be wrong', async () => {
    const { client, runtime, port } = await scriptedClient({
      makePort: (attempt) => {
        if (attempt > 0) throw new Error('nobody listens');
        return new ScriptedPort();
      },
    });
    const calls = ['a', 'b'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply('CLIENT_ERROR bad command line format');
    await runtime.settle();
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    expect(client.nodes[0]).toMatchObject({ state: 'waiting', queued: 0, inFlight: 0 });
  });

  test('is not what was given up: its refusal is a late response, as if it had been asked for alone', async () => {
    for (const maxMergedGets of [1, 100]) {
      const { client, runtime, port } = await scriptedClient({ maxMergedGets });
      const calls = ['a', 'b', 'c'].map((key) => watched(client.kv.get(key)));
      await runtime.settle();
      calls[0]?.cancel();
      calls[2]?.cancel();
      port.reply(...new Array<string>(maxMergedGets === 1 ? 3 : 1).fill('SERVER_ERROR busy'));
      await runtime.settle();
      expect(client.nodes[0]).toMatchObject({ tombstones: 0, lateResponses: 2 });
    }
  });

  test('of several refusals at once, and with more waiting behind: each is asked once more, and before those', async () => {
    const { client, runtime, port } = await scriptedClient({ maxMergedGets: 2, maxInFlight: 6 });
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'later'];
    const calls = keys.map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply('SERVER_ERROR busy', 'SERVER_ERROR busy', 'SERVER_ERROR busy');
    await runtime.settle();
    const asked = port.writes.slice(1).join('').split('\r\n').slice(0, -1);
    expect([...asked].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `get ${key}`));
    port.reply(...asked.flatMap((line) => [...item(line.slice(4), line.slice(4)), 'END']));
    await runtime.settle();
    expect(port.writes.at(-1)).toBe('get later\r\n');
    port.reply(...item('later', 'later'), 'END');
    await runtime.settle();
    expect((await Promise.all(calls)).map(text)).toEqual(keys);
  });
});

test('a thousand gets at once on a real socket: each gets what is its own', async () => {
  const { client } = await serverAndClient();
  const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
  await client.kv.setMany(new Map(keys.filter((_, index) => index % 3 > 0).map((key) => [key, `of ${key}`])));
  const values = await Promise.all(keys.map((key) => client.kv.get(key)));
  expect(values).toEqual(keys.map((key, index) => (index % 3 > 0 ? `of ${key}` : undefined)));
});
