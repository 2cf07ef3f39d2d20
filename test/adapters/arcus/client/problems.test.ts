// What users of such clients have run into, each on a real socket. The numbers are those of docs/design/problems.md.
import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultRuntime } from 'timed-operation';
import { createArcusClient, type NodeStateChange, RawTranscoder } from 'timed-operation/arcus';
import { describe, expect, test } from 'vitest';
import { otherThread } from './support/other-thread.ts';
import { realClients } from './support/real-clients.ts';
import { realServer } from './support/real-server.ts';
import { silentListener } from './support/silent-listener.ts';
import { watched } from './support/watched.ts';

const { open, serverAndClient, clientOf } = realClients();

const of = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('timeouts', () => {
  test('I1 and I14: a response 500 ms late under a limit of 100 ms: that operation times out, its neighbours are right', async () => {
    const { server, client } = await serverAndClient({ maxMergedGets: 1 });
    for (const key of ['a', 'b', 'c']) await client.kv.set(key, `of ${key}`);
    server.inject({ kind: 'delay', ms: 500 }, { command: 'get b', times: 1 });
    const calls = [client.kv.get('a'), watched(client.kv.get('b', { timeout: 100 })), client.kv.get('c')] as const;
    expect(await calls[0]).toBe('of a');
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', key: 'b', stage: 'reading', written: true });
    expect(await calls[2]).toBe('of c');
    expect(await client.kv.get('b')).toBe('of b');
    expect(server.connections).toBe(1);
  });

  test('I1 and I14: a response to several, 500 ms late: those under 100 ms time out, the others are right', async () => {
    const { server, client } = await serverAndClient();
    for (const key of ['a', 'b', 'c']) await client.kv.set(key, `of ${key}`);
    server.inject({ kind: 'delay', ms: 500 }, { command: 'get a b c', times: 1 });
    const calls = [client.kv.get('a'), watched(client.kv.get('b', { timeout: 100 })), client.kv.get('c')] as const;
    await expect(calls[1]).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', key: 'b', stage: 'reading', written: true });
    expect(await Promise.all([calls[0], calls[2]])).toEqual(['of a', 'of c']);
    expect(await client.kv.get('b')).toBe('of b');
    expect(server.connections).toBe(1);
  });

  test.each([1, 3, 100])(
    'I14: a thousand operations over slow and late answers, %i at most in one request: none gets what belongs to another',
    async (maxMergedGets) => {
      const { server, client } = await serverAndClient({ maxMergedGets });
      const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
      await client.kv.setMany(new Map(keys.map((key) => [key, `of ${key}`])));
      for (let round = 0; round < 20; round++) {
        server.inject({ kind: 'delay', ms: 7 }, { command: 'get', skip: round * 50, times: 1 });
      }
      server.inject({ kind: 'slow', bytes: 3, ms: 1 }, { command: 'get k777', times: 1 });
      const outcomes = await Promise.all(
        keys.map((key, index) => of(client.kv.get(key, { timeout: index % 3 === 0 ? 20 : 5_000 }))),
      );
      for (const [index, key] of keys.entries()) {
        const outcome = outcomes[index];
        if (typeof outcome === 'string') expect(outcome).toBe(`of ${key}`);
        else expect(outcome).toMatchObject({ code: 'ERR_TIMED_OUT', key });
      }
      expect(await client.kv.get('k1')).toBe('of k1');
    },
  );

  test('H13, I8 and I18: a silent server is a timeout, and never a miss', async () => {
    const { server, client } = await serverAndClient();
    server.inject({ kind: 'hang' });
    await expect(client.kv.get('a', { timeout: 30 })).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
    await expect(client.kv.getMany(['a', 'b'], { timeout: 30 })).rejects.toThrow(AggregateError);
  });

  test('H13 and I18: half a response is no miss either', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('a', 'x'.repeat(1_000));
    server.inject({ kind: 'slow', bytes: 10, ms: 20 }, { command: 'get', times: 1 });
    await expect(client.kv.get('a', { timeout: 100 })).rejects.toMatchObject({
      code: 'ERR_TIMED_OUT',
      stage: 'reading',
    });
  });

  test('H4: a call for many keys without a limit of its own ends by the default', async () => {
    const { server, client } = await serverAndClient({ operationTimeout: 50 });
    server.inject({ kind: 'hang' });
    await expect(client.kv.getMany(['a', 'b'])).rejects.toThrow(AggregateError);
    await expect(client.kv.setMany(new Map([['a', 'x']]))).rejects.toThrow(AggregateError);
  });

  test('I13: a reply that is in the socket while the event loop is blocked past the limit wins', async () => {
    const thread = await otherThread();
    const client = clientOf(`127.0.0.1:${thread.port}`);
    await client.kv.get('warm');
    const calls = Array.from({ length: 100 }, (_, index) => client.kv.get(`k${index}`, { timeout: 30 }));
    await new Promise(setImmediate);
    const end = performance.now() + 150;
    while (performance.now() < end);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([undefined]));
    await thread.stop();
  });

  test('H1 and I26: a burst behind one slow answer is no dead connection', async () => {
    const { server, client } = await serverAndClient();
    server.inject({ kind: 'delay', ms: 300 }, { command: 'get', times: 1 });
    const burst = Array.from({ length: 200 }, (_, index) => of(client.kv.get(`k${index}`, { timeout: 50 })));
    for (const outcome of await Promise.all(burst)) expect(outcome).toMatchObject({ code: 'ERR_TIMED_OUT' });
    expect(client.nodes[0]?.continuousTimeouts).toBe(200);
    expect(await client.kv.get('k')).toBeUndefined();
    expect(client.nodes[0]?.continuousTimeouts).toBe(0);
    expect(server.connections).toBe(1);
  });
});

describe('a retry behind the operation that timed out', () => {
  test('H17: does not overtake on the same connection, gets its own answer, and never the late one', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('n', '0');
    server.inject({ kind: 'delay', ms: 200 }, { command: 'incr n', times: 1 });
    const first = await of(client.kv.incr('n', 1, { timeout: 50 }));
    expect(first).toMatchObject({ code: 'ERR_TIMED_OUT', written: true });
    // Whether to retry is the caller's choice, who knows by `written` that it may count twice; the client itself never does.
    const second = await client.kv.incr('n', 1, { timeout: 5_000 });
    expect(second).toBe(2n);
    expect(server.connections).toBe(1);
  });

  test('H2: what expired unwritten is not sent beside its retry', async () => {
    const { server, client } = await serverAndClient({ maxInFlight: 1 });
    await client.kv.set('n', '0');
    server.inject({ kind: 'delay', ms: 200 }, { command: 'get slow', times: 1 });
    const slow = client.kv.get('slow');
    const first = await of(client.kv.incr('n', 1, { timeout: 50 }));
    expect(first).toMatchObject({ code: 'ERR_TIMED_OUT', written: false });
    expect(await client.kv.incr('n', 1)).toBe(1n);
    expect(await slow).toBeUndefined();
  });
});

describe('dead connections', () => {
  test.each([
    ['with the bounds of the defaults', {}],
    ['with tighter ones', { timeoutThreshold: 3, timeoutDuration: 100 }],
  ])(
    'H9 and I3: one that falls silent under steady traffic is replaced, and the client recovers by itself, %s',
    async (_, options) => {
      const changes: NodeStateChange[] = [];
      const { server, client } = await serverAndClient({ ...options, onNodeState: (change) => changes.push(change) });
      await client.kv.set('a', 'x');
      server.inject({ kind: 'hang' }, { connection: 1 });
      let outcome: unknown;
      for (let call = 0; call < 500 && outcome !== 'x'; call++) outcome = await of(client.kv.get('a', { timeout: 20 }));
      expect(outcome).toBe('x');
      expect(changes.map(({ state }) => state)).toEqual(['connecting', 'connected', 'connecting', 'connected']);
      expect(String(changes[2]?.cause)).toContain('timeouts in a row');
    },
  );

  test('I3: one that is silent with nothing but unlimited operations is replaced by age', async () => {
    const { server, client } = await serverAndClient({
      operationTimeout: Number.POSITIVE_INFINITY,
      maxUnanswered: 100,
    });
    await client.kv.set('a', 'x');
    server.inject({ kind: 'hang' }, { connection: 1 });
    await expect(client.kv.get('a')).rejects.toMatchObject({ source: 'internal' });
    expect(await client.kv.get('a')).toBe('x');
  });

  test('I5: every operation in flight is decided when the connection breaks', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('a', 'x');
    server.inject({ kind: 'hang' }, { connection: 1 });
    const calls = Array.from({ length: 50 }, () => of(client.kv.get('a')));
    await sleep(20);
    server.dropConnections();
    for (const outcome of await Promise.all(calls))
      expect(outcome).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(await client.kv.get('a')).toBe('x');
  });

  test('a connection that breaks in the middle of a response gives nobody half of it', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('a', 'x'.repeat(100));
    server.inject({ kind: 'drop', bytes: 40 }, { command: 'get', times: 1 });
    await expect(client.kv.get('a')).rejects.toMatchObject({ source: 'internal' });
    expect(await client.kv.get('a')).toBe('x'.repeat(100));
  });

  test('a server that closes its side only is gone, too', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('a', 'x');
    server.inject({ kind: 'halfClose' }, { command: 'get', times: 1 });
    await expect(client.kv.get('a')).rejects.toMatchObject({ source: 'internal' });
    expect(await client.kv.get('a')).toBe('x');
  });

  test('H7: operations asked while a broken connection is replaced at once are carried out', async () => {
    const { server, client } = await serverAndClient();
    await client.kv.set('a', 'x');
    server.inject({ kind: 'line', text: 'ERROR unknown command' }, { command: 'delete', times: 1 });
    await expect(client.kv.delete('a')).rejects.toMatchObject({ status: 'ERROR' });
    const calls = Array.from({ length: 20 }, () => client.kv.get('a'));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([undefined]));
  });

  test('I30: a command of one caller that the server refuses costs no other operation its answer', async () => {
    const { client } = await serverAndClient();
    await client.kv.set('text', 'x');
    const calls = [client.kv.get('text'), of(client.kv.incr('text', 1)), client.kv.get('text'), client.kv.get('none')];
    const [first, refused, second, third] = await Promise.all(calls);
    expect([first, second, third]).toEqual(['x', 'x', undefined]);
    expect(refused).toMatchObject({ code: 'ERR_ARCUS_RESPONSE', status: 'CLIENT_ERROR' });
  });
});

describe('connecting', () => {
  test('H10 and I9: a listener that accepts and never answers is under the connect limit, and operations under theirs', async () => {
    const silent = await silentListener();
    const changes: NodeStateChange[] = [];
    const client = clientOf(silent.address, { connectTimeout: 100, onNodeState: (change) => changes.push(change) });
    await expect(client.kv.get('a', { timeout: 30 })).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued' });
    await expect(client.kv.get('a')).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN' });
    expect(changes.map(({ state }) => state)).toEqual(['connecting', 'waiting']);
    await client.close();
    await silent.stop();
  });

  test('a port where nobody listens is refused at once, tried again with waits, and found when it comes up', async () => {
    const probe = await realServer();
    const { port } = probe;
    await probe.close();
    const changes: NodeStateChange[] = [];
    const client = clientOf(`127.0.0.1:${port}`, { reconnectDelay: 20, onNodeState: (change) => changes.push(change) });
    await expect(client.kv.get('a')).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN' });
    await expect(client.kv.get('a')).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN' });
    await sleep(100);
    open.push(await realServer({ port }));
    let outcome: unknown = new Error();
    for (let call = 0; call < 500 && outcome instanceof Error; call++) {
      outcome = await of(client.kv.get('a'));
      await sleep(10);
    }
    expect(outcome).toBeUndefined();
    const states = changes.map(({ state }) => state);
    expect(states.every((state, index) => state !== states[index - 1])).toBe(true);
  });

  test('a server at its limit of connections is tried again', async () => {
    const { server } = await serverAndClient();
    const fault = server.inject({ kind: 'refuse' }, { times: 2 });
    const client = clientOf(server.address, { reconnectDelay: 10, failureMode: 'retry' });
    expect(await client.kv.get('a')).toBeUndefined();
    expect(fault.struck).toBe(2);
  });
});

describe('queues', () => {
  test('H2 and H15: with a server that takes nothing, operations end in time, and nothing that expired is sent later', async () => {
    const received: string[] = [];
    let read: () => void = () => {};
    const peer = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('VERSION 1.15.0\r\n');
        socket.pause();
        read = () => {
          socket.on('data', (bytes) => received.push(bytes.toString('latin1')));
          socket.resume();
        };
      });
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const { port } = peer.address() as AddressInfo;
    const client = createArcusClient({
      address: `127.0.0.1:${port}`,
      transcoder: new RawTranscoder(),
      maxUnanswered: Number.POSITIVE_INFINITY,
      timeoutThreshold: 1_000,
    });
    await of(client.kv.get('warm', { timeout: 50 }));
    const big = new Uint8Array(200_000).fill(120);
    const filling = Array.from({ length: 100 }, (_, at) => of(client.kv.append(`big${at}`, big, { timeout: 200 })));
    await sleep(20);
    const late = of(client.kv.incr('late', 1, { timeout: 100 }));
    const errors = (await Promise.all([...filling, late])) as { stage: string; written: boolean }[];
    const unsent = errors.filter(({ written }) => !written).length;
    expect(errors.at(-1)).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false });
    expect(unsent).toBeGreaterThan(1);
    read();
    const sent = () => received.join('').match(/append big/g)?.length ?? 0;
    for (let look = 0; look < 500 && sent() < 101 - unsent; look++) await sleep(10);
    expect(sent()).toBe(101 - unsent);
    expect(received.join('')).not.toContain('incr late');
    await client.close({ drain: 0 });
    await new Promise((resolve) => peer.close(resolve));
  });

  test('H15 and I22: a full queue refuses at once', async () => {
    const { server, client } = await serverAndClient({ maxQueued: 100, maxInFlight: 10 });
    await client.kv.get('a');
    server.inject({ kind: 'hang' }, { times: 1 });
    const calls = Array.from({ length: 150 }, (_, index) => of(client.kv.get(`k${index}`, { timeout: 200 })));
    const codes = (await Promise.all(calls)).map((error) => (error as { code: string }).code);
    expect(codes.filter((code) => code === 'ERR_ARCUS_QUEUE_FULL')).toHaveLength(50);
    expect(client.nodes[0]?.queued).toBe(0);
  });

  test('a cancelled operation is not sent, and one sent in its place does not get its answer', async () => {
    const { client } = await serverAndClient();
    await client.kv.set('n', '1');
    const first = watched(client.kv.incr('n', 1));
    first.cancel('too slow');
    expect(await client.kv.incr('n', 1)).toBe(2n);
    const second = watched(client.kv.incr('n', 10));
    await new Promise(setImmediate);
    second.cancel('too slow');
    expect(await client.kv.incr('n', 100)).toBe(112n);
  });
});

describe('what is left', () => {
  test('H16, I20 and I21: answered operations keep no timer and no listener, and no signal of the platform is made', async () => {
    const { client } = await serverAndClient({ maxUnanswered: Number.POSITIVE_INFINITY });
    const { signal } = new AbortController();
    await client.kv.get('warm');
    const before = defaultRuntime.scheduler.armed;
    const { any, timeout } = AbortSignal;
    let made = 0;
    const counted = () => {
      made++;
      return new AbortController().signal;
    };
    Object.assign(AbortSignal, { any: counted, timeout: counted });
    for (let call = 0; call < 100; call++) await client.kv.get('a', { timeout: 1e9, signal });
    Object.assign(AbortSignal, { any, timeout });
    expect(made).toBe(0);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(defaultRuntime.scheduler.armed).toBe(before);
    expect(defaultRuntime.scheduler.listeners).toBe(0);
  });

  test('H16 and I20: a process ends by itself after close', async () => {
    const { server } = await serverAndClient();
    const script = fileURLToPath(new URL('support/leaves-nothing.ts', import.meta.url));
    const loader = new URL('../../../../tools/ts.mjs', import.meta.url).href;
    const args = ['-C', 'timed-operation-source', '--import', loader, script, server.address];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(stdout.trim()).toBe('closed');
  });
});
