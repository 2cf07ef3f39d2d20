import { type ArcusClient, createArcusClient, gzip, JavaTranscoder } from 'timed-operation/arcus';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const refused = (status: string) => ({ code: 'ERR_ARCUS_RESPONSE', status });

/** A server that holds nothing. */
export interface EmptyServer {
  readonly address: string;
  close(): Promise<unknown>;
}

/** Every call of the client, against whatever server it is given: ours, or a real one. */
export function everyCall(start: () => Promise<EmptyServer>): void {
  let server: EmptyServer;
  let client: ArcusClient;

  beforeEach(async () => {
    server = await start();
    client = createArcusClient({ address: server.address, operationTimeout: 5_000 });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  describe('key-value items', () => {
    test('storing answers whether it was stored', async () => {
      const { kv } = client;
      expect(await kv.replace('k', 'a')).toBe(false);
      expect(await kv.add('k', 'a')).toBe(true);
      expect(await kv.add('k', 'b')).toBe(false);
      expect(await kv.append('none', 'x')).toBe(false);
      expect(await kv.append('k', 'z')).toBe(true);
      expect(await kv.prepend('k', '_')).toBe(true);
      expect(await kv.get('k')).toBe('_az');
      expect(await kv.touch('k', 100)).toBe(true);
      expect(await kv.touch('none', 100)).toBe(false);
      expect(await kv.delete('k')).toBe(true);
      expect(await kv.delete('k')).toBe(false);
      expect(await kv.get('k')).toBeUndefined();
    });

    test('cas stores only what gets has seen', async () => {
      const { kv } = client;
      expect(await kv.gets('k')).toBeUndefined();
      expect(await kv.cas('k', 'x', 1n)).toBe(false);
      await kv.set('k', 'a');
      const seen = await kv.gets('k');
      expect(seen?.value).toBe('a');
      await kv.set('k', 'b');
      expect(await kv.cas('k', 'c', seen?.cas as bigint)).toBe(false);
      expect(await kv.cas('k', 'c', (await kv.gets('k'))?.cas as bigint)).toBe(true);
    });

    test('counters are made with their initial value, and a missing one is undefined', async () => {
      const { kv } = client;
      expect(await kv.incr('n', 1)).toBeUndefined();
      expect(await kv.incr('n', 5, { initial: 10, exptime: 60 })).toBe(10n);
      expect(await kv.incr('n', 5n)).toBe(15n);
      expect(await kv.decr('n', 20)).toBe(0n);
      await kv.set('text', 'x');
      await expect(kv.incr('text', 1)).rejects.toMatchObject(refused('CLIENT_ERROR'));
      expect(await kv.get('text')).toBe('x');
    });

    test('values of Java types come back as they were', async () => {
      const { kv } = client;
      const values = new Map<string, string | number | boolean | Date | Uint8Array>([
        ['text', 'x'.repeat(100_000)],
        ['int', -7],
        ['double', 1.5],
        ['bool', true],
        ['date', new Date(0)],
        ['bytes', Uint8Array.of(0, 13, 10)],
      ]);
      await kv.setMany(values as never);
      const found = await kv.getMany([...values.keys()]);
      expect(new Map([...found].map(([key, part]) => [key, part.outcome === 'fulfilled' ? part.value : part]))).toEqual(
        values,
      );
    });

    test('calls of many keys give an outcome for each, in the order of the keys', async () => {
      const { kv } = client;
      const keys = Array.from({ length: 450 }, (_, index) => `k${index}`);
      expect([...(await kv.setMany(new Map(keys.slice(1).map((key) => [key, key])))).values()]).toEqual(
        keys.slice(1).map(() => ({ outcome: 'fulfilled', value: true })),
      );
      const found = await kv.getMany(keys);
      expect([...found.keys()]).toEqual(keys);
      expect(found.get('k0')).toEqual({ outcome: 'fulfilled', value: undefined });
      expect(found.get('k449')).toEqual({ outcome: 'fulfilled', value: 'k449' });
      expect((await kv.getsMany(['k1'])).get('k1')).toMatchObject({ outcome: 'fulfilled', value: { value: 'k1' } });
      expect((await kv.deleteMany(['k0', 'k1'])).get('k0')).toEqual({ outcome: 'fulfilled', value: false });
      expect(await kv.getMany([])).toEqual(new Map());
      await expect(kv.getMany(['a', 'a'])).rejects.toMatchObject({ code: 'ERR_ARCUS_ARGUMENT' });
    });

    test('bad input is a rejection that says what is wrong, and nothing is sent', async () => {
      const { kv } = client;
      await expect(kv.get('a b')).rejects.toMatchObject({ code: 'ERR_ARCUS_ARGUMENT', argument: 'key' });
      await expect(kv.set('k', Symbol('x') as never)).rejects.toMatchObject({ code: 'ERR_ARCUS_TRANSCODE' });
      for (const delta of [1.5, Number.NaN, '1' as never]) {
        await expect(kv.incr('k', delta)).rejects.toMatchObject({ code: 'ERR_ARCUS_ARGUMENT', argument: 'delta' });
        await expect(client.btree.incr('k', 1n, delta)).rejects.toMatchObject({ argument: 'delta' });
        await expect(kv.decr('k', 1, { initial: delta })).rejects.toMatchObject({ argument: 'initial' });
      }
      for (const nothing of [undefined, null, 'a', {}] as never[]) {
        await expect(kv.setMany(nothing)).rejects.toMatchObject({ code: 'ERR_ARCUS_ARGUMENT', argument: 'entries' });
        await expect(kv.getMany(nothing)).rejects.toMatchObject({ argument: 'keys' });
        await expect(client.btree.sortMergeGet(nothing, 0n, 1n)).rejects.toMatchObject({ argument: 'keys' });
      }
      await expect(client.btree.insert('k', undefined as never)).rejects.toMatchObject({ argument: 'element' });
      await expect(client.btree.update('k', 1n, undefined as never)).rejects.toThrow('change');
      await expect(kv.get('k', { timeout: -1 })).rejects.toThrow(TypeError);
      await expect(kv.get('k', { signal: {} as never })).rejects.toThrow(TypeError);
      expect(await kv.get('k')).toBeUndefined();
    });
  });

  describe('collections', () => {
    test('lists', async () => {
      const { list } = client;
      expect(await list.insert('l', 0, 'a')).toBeUndefined();
      expect(await list.getRange('l', 0, -1)).toBeUndefined();
      expect(await list.create('l', 'a', { maxCount: 3, overflowAction: 'error' })).toBe(true);
      expect(await list.create('l', 'a')).toBe(false);
      expect(await list.getRange('l', 0, -1)).toEqual([]);
      for (const value of ['a', 'b', 'c']) expect(await list.insert('l', -1, value)).toBe(true);
      await expect(list.insert('l', -1, 'd')).rejects.toMatchObject(refused('OVERFLOWED'));
      expect(await list.get('l', -1)).toBe('c');
      expect(await list.get('l', 7)).toBeUndefined();
      expect(await list.get('l', 0, { after: 'delete' })).toBe('a');
      expect(await list.delete('l', 9)).toBe(false);
      expect(await list.deleteRange('l', 0, -1, { drop: true })).toBe(true);
      expect(await list.delete('l', 0)).toBeUndefined();
    });

    test('sets', async () => {
      const { set } = client;
      expect(await set.has('s', 1)).toBeUndefined();
      expect(await set.insert('s', 1, { create: {} })).toBe(true);
      expect(await set.insert('s', 1)).toBe(false);
      expect(await set.insert('s', 2)).toBe(true);
      expect(await set.has('s', 2)).toBe(true);
      expect(await set.has('s', 3)).toBe(false);
      expect(await set.get('s')).toEqual(new Set([1, 2]));
      expect(await set.delete('s', 3)).toBe(false);
      expect(await set.delete('s', 2)).toBe(true);
      expect(await set.get('none')).toBeUndefined();
      expect(await set.create('t', 1)).toBe(true);
      expect(await set.get('t')).toEqual(new Set());
    });

    test('maps', async () => {
      const { map } = client;
      expect(await map.get('m', 'f')).toBeUndefined();
      expect(await map.create('m', 'x')).toBe(true);
      expect(await map.getMany('m', 'all')).toEqual(new Map());
      expect(await map.insert('m', 'f', 'x')).toBe(true);
      expect(await map.insert('m', 'f', 'y')).toBe(false);
      expect(await map.upsert('m', 'f', 'y')).toBe(true);
      expect(await map.update('m', 'g', 'y')).toBe(false);
      expect(await map.update('none', 'g', 'y')).toBeUndefined();
      await map.insert('m', 'g', 'z');
      expect(await map.get('m', 'g')).toBe('z');
      expect(await map.getMany('m', ['g', 'f', 'h'])).toEqual(
        new Map([
          ['g', 'z'],
          ['f', 'y'],
        ]),
      );
      expect(await map.delete('m', ['f', 'h'])).toBe(true);
      expect(await map.delete('m', 'h')).toBe(false);
      expect(await map.deleteAll('m', { drop: true })).toBe(true);
      await client.kv.set('kv', 'x');
      await expect(map.getMany('kv', 'all')).rejects.toMatchObject(refused('TYPE_MISMATCH'));
    });

    test('b+trees: changes', async () => {
      const { btree } = client;
      expect(await btree.insert('b', { bkey: 1n, value: 'a' })).toBeUndefined();
      expect(await btree.create('b', 'a', { maxCount: 2 })).toBe(true);
      expect(await btree.insert('b', { bkey: 1n, value: 'a', eflag: Uint8Array.of(1) })).toBe(true);
      expect(await btree.insert('b', { bkey: 1n, value: 'b' })).toBe(false);
      expect(await btree.upsert('b', { bkey: 2n, value: 'b' })).toBe(true);
      expect(await btree.insertAndGetTrimmed('b', { bkey: 3n, value: 'c' })).toEqual({
        stored: true,
        trimmed: { bkey: 1n, eflag: Uint8Array.of(1), value: 'a' },
      });
      expect(await btree.upsertAndGetTrimmed('b', { bkey: 3n, value: 'd' })).toEqual({
        stored: true,
        trimmed: undefined,
      });
      expect(await btree.upsertAndGetTrimmed('none', { bkey: 3n, value: 'd' })).toBeUndefined();
      expect(await btree.update('b', 3n, { value: 'e' })).toBe(true);
      expect(await btree.update('b', 3n, { eflag: Uint8Array.of(9) })).toBe(true);
      expect(await btree.update('b', 9n, { value: 'e' })).toBe(false);
      await expect(btree.update('b', 3n, {})).rejects.toMatchObject(refused('NOTHING_TO_UPDATE'));
      await expect(btree.get('b', Uint8Array.of(1))).rejects.toMatchObject(refused('BKEY_MISMATCH'));
      expect(await btree.get('b', 3n)).toEqual({ bkey: 3n, eflag: Uint8Array.of(9), value: 'e' });
      expect(await btree.delete('b', 7n)).toBe(false);
      expect(await btree.deleteRange('b', 0n, 10n, { drop: true })).toBe(true);
      expect(await btree.deleteRange('b', 0n, 10n)).toBeUndefined();
      expect(await btree.incr('c', 1n, 1)).toBeUndefined();
      await btree.create('c', 'x');
      expect(await btree.incr('c', 1n, 1, { initial: 5 })).toBe(5n);
      expect(await btree.decr('c', 1n, 2)).toBe(3n);
    });

    test('b+trees: reads', async () => {
      const { btree } = client;
      for (let bkey = 1n; bkey <= 5n; bkey++) await btree.insert('b', { bkey, value: `v${bkey}` }, { create: {} });
      const entry = (bkey: bigint) => ({ bkey, eflag: undefined, value: `v${bkey}` });
      expect(await btree.get('none', 1n)).toBeUndefined();
      expect(await btree.get('b', 9n)).toEqual({ bkey: 9n, eflag: undefined, value: undefined });
      expect(await btree.getRange('b', 5n, 0n, { offset: 1, count: 2 })).toEqual({
        elements: [entry(4n), entry(3n)],
        trimmed: false,
      });
      expect(await btree.getRange('b', 8n, 9n)).toEqual({ elements: [], trimmed: false });
      expect(await btree.count('b', 2n, 4n)).toBe(3);
      expect(await btree.count('none', 2n, 4n)).toBeUndefined();
      expect(await btree.position('b', 2n, 'asc')).toBe(1);
      expect(await btree.position('b', 9n, 'asc')).toBeUndefined();
      expect(await btree.getByPosition('b', 0, 'desc')).toEqual(entry(5n));
      expect(await btree.getByPosition('b', 9, 'desc')).toBeUndefined();
      expect(await btree.getByPositions('b', 0, 1, 'asc')).toEqual([entry(1n), entry(2n)]);
      expect(await btree.positionWithGet('b', 3n, 1, 'asc')).toEqual([
        { ...entry(2n), position: 1 },
        { ...entry(3n), position: 2 },
        { ...entry(4n), position: 3 },
      ]);
      await btree.insert('a', { bkey: 2n, value: 'other' }, { create: {} });
      await client.kv.set('kv', 'x');
      const many = await btree.getMany(['b', 'none', 'kv'], 1n, 2n);
      expect(many.get('b')).toMatchObject({ outcome: 'fulfilled', value: { elements: [entry(1n), entry(2n)] } });
      expect(many.get('none')).toEqual({ outcome: 'fulfilled', value: undefined });
      expect(many.get('kv')).toMatchObject({ outcome: 'failed', reason: { status: 'TYPE_MISMATCH', key: 'kv' } });
      const merged = await btree.sortMergeGet(['b', 'a', 'none'], 1n, 2n);
      expect(merged.elements.map(({ key, bkey }) => [key, bkey])).toEqual([
        ['b', 1n],
        ['a', 2n],
        ['b', 2n],
      ]);
      expect(merged.missed).toEqual([{ key: 'none', cause: 'NOT_FOUND' }]);
      expect((await btree.sortMergeGet(['b', 'a'], 1n, 2n, { unique: true })).elements).toHaveLength(2);
    });

    test('an element is refused by the collection transcoder at its own size', async () => {
      await expect(client.list.insert('l', 0, 'x'.repeat(40_000), { create: {} })).rejects.toMatchObject({
        code: 'ERR_ARCUS_TRANSCODE',
      });
    });
  });

  describe('batches', () => {
    test('each change has the outcome that its call would have', async () => {
      const batch = client
        .pipe()
        .listInsert('l', -1, 'a', { create: {} })
        .listInsert('none', 0, 'a')
        .setInsert('s', 'a', { create: {} })
        .setInsert('s', 'a')
        .setHas('s', 'b')
        .mapUpsert('m', 'f', 'x', { create: {} })
        .mapUpdate('m', 'g', 'x')
        .btreeInsert('b', { bkey: 1n, value: '5' }, { create: {} })
        .btreeIncr('b', 1n, 2)
        .listInsert('m', 0, 'wrong')
        .btreeDelete('b', 1n, { drop: true });
      expect((await batch.execute()).map((part) => (part.outcome === 'fulfilled' ? part.value : part.outcome))).toEqual(
        [true, undefined, true, false, false, true, false, true, 7n, 'failed', true],
      );
    });

    test('more than one request holds are several, and the outcomes keep their order', async () => {
      const batch = client.pipe();
      for (let index = 0; index < 1_100; index++) batch.listInsert('l', -1, index, { create: {} });
      const outcomes = await batch.execute();
      expect(outcomes).toHaveLength(1_100);
      expect(outcomes.every((part) => part.outcome === 'fulfilled' && part.value === true)).toBe(true);
      expect(await client.list.getRange('l', 0, -1)).toEqual(Array.from({ length: 1_100 }, (_, index) => index));
    });

    test('what cannot be encoded refuses the batch, and nothing is sent', async () => {
      const batch = client.pipe().listInsert('l', 0, 'a', { create: {} }).listInsert('a b', 0, 'b');
      await expect(batch.execute()).rejects.toThrow('None of 1 parts succeeded');
      expect(await client.list.get('l', 0)).toBeUndefined();
    });
  });

  describe('administration', () => {
    test('goes to every node, and answers by its address', async () => {
      const { admin, kv } = client;
      await kv.set('p:k', 'x');
      const of = <Value>(value: Value) => new Map([[server.address, { outcome: 'fulfilled', value }]]);
      expect(await admin.versions()).toEqual(of('1.15.0'));
      const stats = (await admin.stats()).get(server.address);
      expect(stats?.outcome === 'fulfilled' && stats.value.get('curr_items')).toBe('1');
      expect(await admin.flushPrefix('none')).toEqual(of(false));
      expect(await admin.flushPrefix('p')).toEqual(of(true));
      expect(await kv.get('p:k')).toBeUndefined();
      expect(await admin.flush()).toEqual(of(true));
    });

    test('attributes of an item', async () => {
      const { admin, list } = client;
      expect(await admin.getAttributes('l')).toBeUndefined();
      expect(await admin.setAttributes('l', { expiretime: 10 })).toBe(false);
      await list.create('l', 'x', { unreadable: true });
      await expect(list.get('l', 0)).rejects.toMatchObject(refused('UNREADABLE'));
      expect(await admin.setAttributes('l', { readable: true })).toBe(true);
      expect(await admin.getAttributes('l', ['type', 'readable'])).toEqual({ type: 'list', readable: true });
    });
  });

  test('a client with another transcoder reads what a Java client stored', async () => {
    const java = new JavaTranscoder({ gzip });
    const own = createArcusClient<number>({
      address: server.address,
      transcoder: {
        encode: (value) => java.encode(BigInt(value)),
        decode: (flags, data) => Number(java.decode(flags, data)),
      },
    });
    await client.kv.set('n', 42n);
    expect(await own.kv.get('n')).toBe(42);
    await own.close();
  });
}
