// What users of such clients have run into when a server is slow, silent, out of reach or gone, each on a real socket. The numbers are
// those of docs/design/problems.md.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArcusClient, type NodeStateChange, RawTranscoder } from 'timed-operation/arcus';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { unreachableHost } from '../../support/unreachable-host.ts';
import { realClients } from './support/real-clients.ts';
import { realServer } from './support/real-server.ts';
import { watched } from './support/watched.ts';

const { open, serverAndClient, clientOf } = realClients();

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = await realServer();
  await server.close();
  return server.port;
}

const of = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** Waits for what another event of the loop brings about. */
async function until(condition: () => boolean): Promise<void> {
  for (let look = 0; look < 1_000 && !condition(); look++) await sleep(10);
  expect(condition()).toBe(true);
}

/** Lets real I/O happen, without time passing in `runtime`, until it has come to that. */
async function untilIn(runtime: ManualRuntime, condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5_000 && !condition(); turn++) {
    await sleep(1);
    await runtime.settle();
  }
  expect(condition()).toBe(true);
}

test('H6 and I26: a timeout tells a server that is slow from a queue that is long', async () => {
  const { server, client } = await serverAndClient({ maxInFlight: 1 });
  await client.kv.set('a', 'x');
  server.inject({ kind: 'hang' }, { times: 1 });
  const slow = of(client.kv.get('slow', { timeout: 30 }));
  const queued = of(client.list.get('queued', 0, { timeout: 40 }));
  const about = { node: server.address, kind: 'timeout' };
  expect(await slow).toMatchObject({
    ...about,
    command: 'get',
    key: 'slow',
    limitMs: 30,
    stage: 'reading',
    written: true,
    queued: 1,
    inFlight: 1,
    continuousTimeouts: 1,
  });
  const error = (await queued) as Error & { elapsedMs: number };
  expect(error).toMatchObject({ ...about, command: 'lop get', stage: 'queued', written: false, continuousTimeouts: 2 });
  expect(error.elapsedMs).toBeGreaterThanOrEqual(40);
  expect(error.message).toContain(
    `on ${server.address}: queued, not written; 1 queued, 1 in flight, 2 timeouts in a row`,
  );
});

test('I2: a connection that is half open costs no operation more than the default limit, and the figures show it', async () => {
  const server = await realServer();
  open.push(server);
  const client = createArcusClient({ address: server.address });
  open.push({ close: () => client.close({ drain: 0 }) });
  await client.kv.set('a', 'x');
  server.inject({ kind: 'hang' });
  const calls = Array.from({ length: 149 }, (_, at) => of(client.kv.get(`k${at}`)));
  await until(() => client.nodes[0]?.inFlight === 149);
  for (const outcome of await Promise.all(calls))
    expect(outcome).toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 700 });
});

describe('a host that answers no attempt to connect', () => {
  test('H10, H11 and I7: ends operations at their own limits and attempts at the limit for connecting', async () => {
    const host = await unreachableHost();
    open.push({ close: () => host.stop() });
    const changes: NodeStateChange[] = [];
    const client = clientOf(`127.0.0.1:${host.port}`, {
      connectTimeout: 200,
      onNodeState: (change) => changes.push(change),
    });
    const short = client.kv.get('a', { timeout: 50 });
    await expect(short).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false });
    await of(client.kv.get('b'));
    await expect(client.kv.get('c')).rejects.toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN' });
    expect(changes.slice(0, 2).map(({ state }) => state)).toEqual(['connecting', 'waiting']);
    expect(String(changes[1]?.cause)).toContain('within 200 ms');
  });

  test('I7: attempts, waits and the operation that outlives them are under the one limit of the operation', async () => {
    const host = await unreachableHost();
    open.push({ close: () => host.stop() });
    const runtime = new ManualRuntime();
    let attempts = 0;
    const client = clientOf(`127.0.0.1:${host.port}`, {
      runtime,
      connectTimeout: 30,
      reconnectDelay: 10,
      maxReconnectDelay: 20,
      failureMode: 'retry',
      onNodeState: ({ state }) => {
        if (state === 'connecting') attempts++;
      },
    });
    const call = watched(client.kv.get('a', { timeout: 300 }));
    await runtime.advanceAsync(299);
    expect(call.operation.outcome).toBeUndefined();
    await runtime.advanceAsync(1);
    await expect(call).rejects.toMatchObject({ code: 'ERR_TIMED_OUT', limitMs: 300, stage: 'queued' });
    expect(attempts).toBeGreaterThan(5);
  });
});

describe('a server that is down', () => {
  test('H16 and I10: what expires while it is down is not sent when it comes up, what has not expired is', async () => {
    const port = await freePort();
    const client = clientOf(`127.0.0.1:${port}`, { failureMode: 'retry', reconnectDelay: 20, maxReconnectDelay: 20 });
    const expired = of(client.kv.set('expired', 'x', { timeout: 50 }));
    const patient = client.kv.set('patient', 'x');
    expect(await expired).toMatchObject({ code: 'ERR_TIMED_OUT', stage: 'queued', written: false });
    open.push(await realServer({ port }));
    expect(await patient).toBe(true);
    expect(await client.kv.get('expired')).toBeUndefined();
  });

  test('I22: it costs no more memory than the queue is allowed, and no more time than each limit', async () => {
    const port = await freePort();
    const client = clientOf(`127.0.0.1:${port}`, { failureMode: 'retry', maxQueued: 100, maxQueuedBytes: 50_000 });
    const value = 'x'.repeat(1_000);
    const calls = Array.from({ length: 500 }, (_, at) => of(client.kv.set(`k${at}`, value, { timeout: 100 })));
    expect(client.nodes[0]?.queued).toBeLessThan(60);
    const codes = (await Promise.all(calls)).map((error) => (error as { code: string }).code);
    expect(new Set(codes)).toEqual(new Set(['ERR_TIMED_OUT', 'ERR_ARCUS_QUEUE_FULL']));
    expect(codes.filter((code) => code === 'ERR_TIMED_OUT').length).toBeLessThan(60);
    expect(client.nodes[0]?.queued).toBe(0);
    // Room was made by those that expired.
    expect(await of(client.kv.get('k', { timeout: 10 }))).toMatchObject({ code: 'ERR_TIMED_OUT' });
  });

  test('I23: clients that lose it together come back out of step, with one event for each change', async () => {
    const server = await realServer();
    const changes: NodeStateChange[][] = [];
    const clients = Array.from({ length: 10 }, () => {
      const heard: NodeStateChange[] = [];
      changes.push(heard);
      const onNodeState = (change: NodeStateChange) => void heard.push(change);
      return clientOf(server.address, { reconnectDelay: 20, maxReconnectDelay: 80, onNodeState });
    });
    const delays = () => changes.map((heard) => heard.flatMap(({ delayMs }) => delayMs ?? []));
    await Promise.all(clients.map((client) => client.kv.get('a')));
    await server.close();
    await until(() => delays().every((each) => each.length >= 5));
    open.push(await realServer({ port: server.port }));
    await until(() => clients.every((client) => client.nodes[0]?.state === 'connected'));
    for (const each of delays()) {
      const steps = [20, 40, 80, 80, 80];
      for (const [at, step] of steps.entries()) {
        expect(each[at]).toBeGreaterThanOrEqual(step / 2);
        expect(each[at]).toBeLessThanOrEqual(step);
      }
    }
    expect(new Set(delays().map(([first]) => first)).size).toBeGreaterThan(5);
    for (const each of changes) {
      expect(each.every(({ state, previous }, at) => state !== previous && previous === each[at - 1]?.state)).toBe(
        true,
      );
    }
  });
});

test('I12: a large value may take as long as it takes, as long as something comes', async () => {
  const { server, client } = await serverAndClient();
  const big = 'x'.repeat(3_000);
  await client.kv.set('big', big);
  server.inject({ kind: 'slow', bytes: 100, ms: 40 }, { command: 'get big', times: 1 });
  expect(await client.kv.get('big', { timeout: Number.POSITIVE_INFINITY, idle: 800 })).toBe(big);
  server.inject({ kind: 'hang' }, { command: 'get big', times: 1 });
  const silent = of(client.kv.get('big', { timeout: Number.POSITIVE_INFINITY, idle: 50 }));
  expect(await silent).toMatchObject({ code: 'ERR_TIMED_OUT', kind: 'idle', limitMs: 50, key: 'big' });
});

test('I13: what has come is no timeout, however long it takes to decode what came with it', async () => {
  const server = await realServer();
  open.push(server);
  let decoding = 0;
  const client = createArcusClient<Uint8Array>({
    address: server.address,
    transcoder: {
      encode: (data) => ({ flags: 0, data }),
      decode: (_flags, data) => {
        decoding++;
        const end = performance.now() + 10;
        while (performance.now() < end);
        return data;
      },
    },
  });
  open.push({ close: () => client.close({ drain: 0 }) });
  await client.kv.set('a', Uint8Array.of(1));
  // All are answered in one packet; by the time the last is decoded, its limit is long over.
  server.inject({ kind: 'delay', ms: 5 }, { command: 'get', times: 1 });
  const calls = Array.from({ length: 40 }, () => of(client.kv.get('a', { timeout: 200 })));
  expect(await Promise.all(calls)).toEqual(calls.map(() => Uint8Array.of(1)));
  expect(decoding).toBe(40);
});

test('I15: what is sent again over a new connection gets its own answer, and what changes data is not sent again', async () => {
  const { server, client } = await serverAndClient({ failureMode: 'retry' });
  for (const key of ['a', 'b', 'c']) await client.kv.set(key, `of ${key}`);
  await client.kv.set('n', '0');
  await client.kv.set('text', '_');
  server.inject({ kind: 'hang' }, { connection: 1 });
  const reads = ['a', 'b', 'c'].map((key) => client.kv.get(key));
  const given = watched(client.kv.get('a'));
  const changes = [
    of(client.kv.incr('n', 1)),
    of(client.kv.append('text', '_')),
    of(client.list.insert('l', 0, 'x', { create: {} })),
    of(client.pipe().listInsert('l', 0, 'x').execute()),
    of(client.list.get('none', 0, { after: 'delete' })),
  ];
  await until(() => client.nodes[0]?.inFlight === 9);
  given.cancel('too slow');
  server.dropConnections();
  expect(await Promise.all(reads)).toEqual(['of a', 'of b', 'of c']);
  const [incr, append, insert, pipe, take] = await Promise.all(changes);
  for (const outcome of [incr, append, insert, take])
    expect(outcome).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
  expect(pipe).toBeInstanceOf(Error);
  // Each was carried out once: its request had come before the connection broke.
  expect(await client.kv.get('n')).toBe('1');
  expect(await client.kv.get('text')).toBe('__');
  expect(await client.list.getRange('l', 0, -1)).toEqual(['x', 'x']);
  expect(server.connections).toBe(1);
});

test('I19: late answers are counted, and nobody else hears of them', async () => {
  const changes: NodeStateChange[] = [];
  const { server, client } = await serverAndClient({ onNodeState: (change) => changes.push(change) });
  await client.kv.set('a', 'x');
  const fault = server.inject({ kind: 'hang' }, { command: 'get', times: 1 });
  const calls = Array.from({ length: 50 }, () => of(client.kv.get('a', { timeout: 20 })));
  for (const outcome of await Promise.all(calls)) expect(outcome).toMatchObject({ code: 'ERR_TIMED_OUT' });
  expect(client.nodes[0]).toMatchObject({ inFlight: 50, tombstones: 50, lateResponses: 0 });
  fault.release();
  expect(await client.kv.get('a')).toBe('x');
  expect(client.nodes[0]).toMatchObject({ inFlight: 0, tombstones: 0, lateResponses: 50 });
  expect(changes.map(({ state }) => state)).toEqual(['connecting', 'connected']);
});

test('I27: a connection that takes no bytes is given up, and what waits behind it goes over the next', async () => {
  const server = await realServer();
  open.push(server);
  const sockets: Socket[] = [];
  const peer = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    // The first connection takes its version and nothing more; those that follow lead to a server.
    if (sockets.length === 1) socket.once('data', () => socket.write('VERSION 1.15.0\r\n') && socket.pause());
    else socket.pipe(connect(server.port, '127.0.0.1')).pipe(socket);
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const runtime = new ManualRuntime();
  const client = createArcusClient({
    address: `127.0.0.1:${(peer.address() as AddressInfo).port}`,
    transcoder: new RawTranscoder(),
    operationTimeout: Number.POSITIVE_INFINITY,
    runtime,
  });
  // More than the system takes for a connection that nobody reads.
  const big = new Uint8Array(900_000);
  const stuck = Array.from({ length: 20 }, (_, at) => watched(client.kv.set(`big${at}`, big)));
  const behind = watched(client.kv.get('behind'));
  await untilIn(runtime, () => (client.nodes[0]?.inFlight ?? 0) > 0);
  await runtime.advanceAsync(10_000);
  await expect(stuck[0]).rejects.toMatchObject({
    code: 'ERR_CANCELLED',
    source: 'internal',
    cause: { message: expect.stringContaining('unanswered for') },
  });
  await untilIn(runtime, () => behind.operation.outcome !== undefined);
  expect(await behind).toBeUndefined();
  expect(await stuck.at(-1)).toBe(true);
  expect(sockets).toHaveLength(2);
  const closed = client.close({ drain: 0 });
  await runtime.settle();
  await closed;
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => peer.close(resolve));
});

test('I23: a server that says what nobody asked for is asked again with waits, too', async () => {
  const sockets: Socket[] = [];
  const peer = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('VERSION 1.15.0\r\n');
      setTimeout(() => socket.write('END\r\n'), 5);
    });
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  const runtime = new ManualRuntime();
  const delays: (number | undefined)[] = [];
  const client = clientOf(`127.0.0.1:${(peer.address() as AddressInfo).port}`, {
    runtime,
    random: () => 1,
    onNodeState: ({ state, delayMs }) => state === 'waiting' && delays.push(delayMs),
  });
  for (let round = 1; round <= 3; round++) {
    await untilIn(runtime, () => delays.length === round);
    await runtime.advanceAsync(delays.at(-1) as number);
  }
  expect(delays).toEqual([100, 200, 400]);
  expect(sockets.length).toBeLessThanOrEqual(4);
  const closed = client.close({ drain: 0 });
  await runtime.settle();
  await closed;
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => peer.close(resolve));
});

test('I28: a listener that throws at each change of state is reported, and the node goes on', async () => {
  const reported: unknown[] = [];
  const { reportError } = globalThis as { reportError?: unknown };
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
  try {
    const { server, client } = await serverAndClient({
      onNodeState: ({ state }) => {
        throw new Error(state);
      },
    });
    await client.kv.set('a', 'x');
    server.dropConnections();
    await until(() => reported.length >= 4);
    expect(await client.kv.get('a')).toBe('x');
    await client.close();
    await until(() => reported.length === 5);
    expect(reported.map(String)).toEqual(
      ['connecting', 'connected', 'connecting', 'connected', 'closed'].map((state) => `Error: ${state}`),
    );
  } finally {
    Object.assign(globalThis, { reportError });
  }
});

test('H9 and I3: a silent connection is replaced at the very timeout that meets both conditions, not before', async () => {
  const runtime = new ManualRuntime();
  const { server, client } = await serverAndClient({ runtime, operationTimeout: 50 });
  const state = () => client.nodes[0]?.state;
  await untilIn(runtime, () => state() === 'connected');
  server.inject({ kind: 'hang' }, { connection: 1 });
  // One call each 100 ms of manual time, with the defaults of 10 timeouts and 1600 ms: the first at 50 ms, the 17th at 1650 ms.
  for (let call = 1; call <= 17; call++) {
    watched(client.kv.get('a'));
    await runtime.advanceAsync(49);
    expect([call, client.nodes[0]?.continuousTimeouts]).toEqual([call, call - 1]);
    expect(state()).toBe('connected');
    await runtime.advanceAsync(1);
    if (call < 17) expect(state()).toBe('connected');
    if (call < 17) await runtime.advanceAsync(50);
  }
  expect(client.nodes[0]).toMatchObject({ state: 'connecting', continuousTimeouts: 0, inFlight: 0 });
  await untilIn(runtime, () => state() === 'connected');
  const call = watched(client.kv.get('a'));
  await untilIn(runtime, () => call.operation.outcome !== undefined);
  expect(await call).toBeUndefined();
});
