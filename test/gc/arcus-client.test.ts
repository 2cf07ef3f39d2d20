import { type ArcusClientOptions, createArcusClient, RawTranscoder } from 'timed-operation/arcus';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { ScriptedPort } from '../adapters/arcus/client/support/scripted-port.ts';

const COUNT = 20_000;

async function heapUsed(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

async function hung(options: Partial<ArcusClientOptions<Uint8Array>> = {}) {
  const runtime = new ManualRuntime();
  const port = new ScriptedPort();
  const client = createArcusClient({
    address: 'cache:11211',
    transcoder: new RawTranscoder(),
    connect: () => port,
    runtime,
    maxQueued: COUNT,
    timeoutThreshold: Number.POSITIVE_INFINITY,
    maxUnanswered: Number.POSITIVE_INFINITY,
    ...options,
  });
  await runtime.settle();
  return { client, runtime, port };
}

const data = new Uint8Array(100);
const kinds = {
  get: (client: Awaited<ReturnType<typeof hung>>['client'], key: string) => client.kv.get(key, { timeout: 10 }),
  set: (client: Awaited<ReturnType<typeof hung>>['client'], key: string) => client.kv.set(key, data, { timeout: 10 }),
};

test.each([
  ['set', 'written together', 1, COUNT],
  ['get', 'each a request, written together', 1, COUNT],
  ['get', 'a hundred in a request, written together', 100, COUNT],
  ['get', 'two in a request, written together', 2, COUNT],
  ['get', 'two in a request, each request written for itself', 2, 2],
  ['get', 'each written for itself', 100, 1],
] as const)('20,000 timeouts of %s, %s, keep at most 64 bytes each beyond the key', async (kind, _how, most, turn) => {
  const { client, runtime, port } = await hung({ maxMergedGets: most });
  const keys = Array.from({ length: COUNT }, (_, index) => `key:${index}`);
  for (const key of keys) key.charCodeAt(0); // Flat, before it is measured.
  const timeOut = async (): Promise<number> => {
    for (const [index, key] of keys.entries()) {
      kinds[kind](client, key).catch(() => {});
      if ((index + 1) % turn === 0) await runtime.advanceAsync(0.37);
    }
    await runtime.advanceAsync(10);
    const requests = port.written.split(kind).length - 1;
    port.writes.length = 0;
    return requests;
  };
  // What a runtime has grown to is not what is kept of a timeout.
  port.reply(...new Array<string>(await timeOut()).fill(kind === 'get' ? 'END' : 'STORED'));
  expect(client.nodes[0]).toMatchObject({ state: 'connected', inFlight: 0, tombstones: 0, lateResponses: COUNT });
  const before = await heapUsed();
  await timeOut();
  const kept = (await heapUsed()) - before;
  expect(client.nodes[0]).toMatchObject({ inFlight: COUNT, tombstones: COUNT });
  expect(kept / COUNT).toBeLessThanOrEqual(64);
  expect(keys).toHaveLength(COUNT);
});

test.each([
  ['lost with their connection', 'retry', (port: ScriptedPort) => port.break()],
  [
    'refused',
    'cancel',
    (port: ScriptedPort) => port.reply(...port.written.split('get').slice(1).fill('SERVER_ERROR busy')),
  ],
] as const)('10,000 gets %s are asked again for what their requests take', async (_how, failureMode, spoil) => {
  const { client, runtime, port } = await hung({ failureMode });
  for (let call = 0; call < 10_000; call++) client.kv.get(`k${call}`).catch(() => {});
  await runtime.settle();
  await heapUsed();
  const before = process.memoryUsage().arrayBuffers;
  spoil(port);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
  expect(client.nodes[0]?.queued).toBe(10_000);
});

test('100,000 operations given up before they were written leave nothing', async () => {
  const { client, runtime, port } = await hung();
  port.room = false;
  client.kv.get('first').catch(() => {});
  await runtime.settle();
  const before = await heapUsed();
  for (let call = 0; call < 100_000; call++) {
    const given = client.kv.set(`key:${call}`, data);
    given.catch(() => {});
    given.cancel();
    if (call % 1_000 === 0) await runtime.settle();
  }
  await runtime.settle();
  expect((await heapUsed()) - before).toBeLessThan(2 * 1024 * 1024);
});
