import { type ArcusClient, createArcusClient } from 'timed-operation/arcus';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall } from '../adapters/arcus/client/support/every-call.ts';
import { type MemcachedProcess, startMemcached } from './memcached-process.ts';

/** Two clients of one server: what one stores the other must find. */
function clientsOf(address: () => string) {
  let client: ArcusClient;
  let other: ArcusClient;
  beforeAll(() => {
    client = createArcusClient({ address: address(), operationTimeout: 5_000 });
    other = createArcusClient({ address: address(), operationTimeout: 5_000 });
  });
  afterAll(async () => {
    await client.close();
    await other.close();
  });
  return {
    get client() {
      return client;
    },
    get other() {
      return other;
    },
  };
}

function keyValue(of: { readonly client: ArcusClient; readonly other: ArcusClient }): void {
  test('stores and finds values of every type', async () => {
    const values = [
      'text',
      '',
      'ü'.repeat(1_000),
      0,
      -1,
      2 ** 31,
      1.5,
      true,
      false,
      2n ** 62n,
      new Date(1_700_000_000_000),
      Uint8Array.of(0, 13, 10, 255),
      'x'.repeat(500_000),
    ];
    for (const [index, value] of values.entries()) {
      expect(await of.client.kv.set(`type:${index}`, value)).toBe(true);
      expect(await of.other.kv.get(`type:${index}`)).toEqual(value);
    }
  });

  test('answers as it should to what is there and what is not', async () => {
    const { kv } = of.client;
    await kv.delete('k');
    expect([await kv.get('k'), await kv.replace('k', 'x'), await kv.append('k', 'x'), await kv.touch('k', 9)]).toEqual([
      undefined,
      false,
      false,
      false,
    ]);
    expect([
      await kv.add('k', 'b'),
      await kv.add('k', 'c'),
      await kv.append('k', 'c'),
      await kv.prepend('k', 'a'),
    ]).toEqual([true, false, true, true]);
    expect(await of.other.kv.get('k')).toBe('abc');
    const seen = await kv.gets('k');
    await of.other.kv.set('k', 'other');
    expect(await kv.cas('k', 'mine', seen?.cas as bigint)).toBe(false);
    expect(await kv.cas('k', 'mine', (await kv.gets('k'))?.cas as bigint)).toBe(true);
    expect([await kv.touch('k', 100), await kv.delete('k'), await kv.delete('k')]).toEqual([true, true, false]);
    await expect(kv.incr('type:0', 1)).rejects.toMatchObject({ status: 'CLIENT_ERROR' });
    expect(await kv.get('type:0')).toBe('text');
  });

  test('many keys, many operations at once, and each gets its own', async () => {
    const entries = new Map(Array.from({ length: 2_000 }, (_, index) => [`many:${index}`, `value ${index}`]));
    const stored = await of.client.kv.setMany(entries);
    expect([...stored.values()].every((part) => part.outcome === 'fulfilled' && part.value === true)).toBe(true);
    const found = await of.other.kv.getMany([...entries.keys(), 'many:none']);
    for (const [key, value] of entries) expect(found.get(key)).toEqual({ outcome: 'fulfilled', value });
    expect(found.get('many:none')).toEqual({ outcome: 'fulfilled', value: undefined });
    const keys = [...entries.keys()];
    const calls = keys.map((key, index) => {
      const call = of.client.kv.get(key, index % 7 === 0 ? { timeout: 0.001 } : {});
      if (index % 5 === 0) call.cancel();
      return call.catch((error: { code: string }) => error.code);
    });
    for (const [index, outcome] of (await Promise.all(calls)).entries()) {
      expect([entries.get(keys[index] as string), 'ERR_TIMED_OUT', 'ERR_CANCELLED']).toContain(outcome);
    }
    const deleted = await of.client.kv.deleteMany(keys);
    expect([...deleted.values()].every((part) => part.outcome === 'fulfilled')).toBe(true);
  });
}

describe('memcached', () => {
  let memcached: MemcachedProcess;
  beforeAll(async () => {
    memcached = await startMemcached();
  });
  afterAll(() => memcached.stop());
  const clients = clientsOf(() => `127.0.0.1:${memcached.port}`);
  keyValue(clients);

  test('a counter, whose text a get does not take for a number', async () => {
    await clients.client.kv.set('n', '41');
    expect([
      await clients.client.kv.incr('n', 1),
      await clients.client.kv.decr('n', 100),
      await clients.client.kv.get('n'),
    ]).toEqual([42n, 0n, '0 ']);
    expect(await clients.client.kv.incr('no', 1)).toBeUndefined();
  });

  test('what only ARCUS knows is an error of its own, and the client goes on', async () => {
    await expect(clients.client.list.get('l', 0)).rejects.toMatchObject({ status: 'ERROR' });
    expect(await clients.client.kv.get('no')).toBeUndefined();
  });
});

const arcus = process.env['ARCUS_ADDR'];
if (arcus !== undefined) {
  describe('ARCUS', () => {
    const clients = clientsOf(() => arcus);
    keyValue(clients);

    // A server of its own, best: it is flushed before every test.
    describe('every call', () =>
      everyCall(async () => {
        await clients.client.admin.flush();
        return { address: arcus, close: () => Promise.resolve() };
      }));
  });
}
