import { createArcusClient, RawTranscoder } from 'timed-operation/arcus';
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

async function hung() {
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
  });
  await runtime.settle();
  return { client, runtime, port };
}

const data = new Uint8Array(100);
const kinds = {
  get: (client: Awaited<ReturnType<typeof hung>>['client'], key: string) => client.kv.get(key, { timeout: 10 }),
  set: (client: Awaited<ReturnType<typeof hung>>['client'], key: string) => client.kv.set(key, data, { timeout: 10 }),
};

test.each(['get', 'set'] as const)('20,000 timeouts of %s keep at most 64 bytes each beyond the key', async (kind) => {
  const { client, runtime, port } = await hung();
  const keys = Array.from({ length: COUNT }, (_, index) => `key:${index}`);
  for (const key of keys) key.charCodeAt(0); // Flat, before it is measured.
  for (let call = 0; call < 100; call++) kinds[kind](client, 'warm').catch(() => {});
  await runtime.advanceAsync(10);
  // The gets are one request.
  port.reply(...(kind === 'get' ? ['END'] : new Array<string>(100).fill('STORED')));
  const before = await heapUsed();
  for (const key of keys) kinds[kind](client, key).catch(() => {});
  await runtime.advanceAsync(10);
  port.writes.length = 0;
  const kept = (await heapUsed()) - before;
  expect(client.nodes[0]).toMatchObject({ inFlight: COUNT, tombstones: COUNT });
  expect(kept / COUNT).toBeLessThanOrEqual(64);
  expect(keys).toHaveLength(COUNT);
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
