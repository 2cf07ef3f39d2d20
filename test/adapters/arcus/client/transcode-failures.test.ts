import {
  type ArcusClient,
  ArcusTranscodeError,
  createArcusClient,
  JsonTranscoder,
  RawTranscoder,
  type Transcoder,
} from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let server: ArcusServer;
let client: ArcusClient<unknown>;
let json: ArcusClient<unknown>;

beforeEach(async () => {
  server = await ArcusServer.listen();
  client = createArcusClient({ address: server.address, operationTimeout: 5_000 }) as ArcusClient<unknown>;
  json = createArcusClient({ address: server.address, operationTimeout: 5_000, transcoder: new JsonTranscoder() });
});
afterEach(async () => {
  await client.close();
  await json.close();
  await server.close();
});

const failure = (call: PromiseLike<unknown>): Promise<ArcusTranscodeError> =>
  Promise.resolve(call).then(
    (value) => ({ fulfilled: value }) as never,
    (error) => error,
  );

const takes =
  'it stores string, boolean, number, bigint, Date and Uint8Array; give the client a transcoder for more, such as new JsonTranscoder()';

describe('a value that cannot be stored', () => {
  test.each([
    [{ name: 'Ada', age: 36 }, 'an object of name, age'],
    [{}, 'an empty object'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, 'an object of a, b, c, d, …'],
    [[1, 2], 'an array of 2'],
    [new Map(), 'an object of class Map'],
    [Object.create(Object.create(null)), 'an object'],
    [null, 'null'],
    [undefined, 'undefined'],
    [() => {}, 'a function'],
  ])('%o is refused by its key, with what came and the way out', async (value, came) => {
    const error = await failure(client.kv.set('user:1', value));
    expect(error).toBeInstanceOf(ArcusTranscodeError);
    expect(error).toMatchObject({ code: 'ERR_ARCUS_TRANSCODE', command: 'kv.set', key: 'user:1' });
    expect(error.message).toBe(`kv.set of 'user:1': Java has no type for ${came}: ${takes}`);
    expect(error.cause).toBeInstanceOf(ArcusTranscodeError);
  });

  test('is named by every call that takes one', async () => {
    const { kv, list, set, map, btree } = client;
    const bad = {};
    const calls: Record<string, PromiseLike<unknown>> = {
      'kv.set': kv.set('k', bad),
      'kv.add': kv.add('k', bad),
      'kv.replace': kv.replace('k', bad),
      'kv.append': kv.append('k', bad),
      'kv.prepend': kv.prepend('k', bad),
      'kv.cas': kv.cas('k', bad, 1n),
      'list.create': list.create('k', bad),
      'list.insert': list.insert('k', 0, bad),
      'set.create': set.create('k', bad),
      'set.insert': set.insert('k', bad),
      'set.has': set.has('k', bad),
      'set.delete': set.delete('k', bad),
      'map.create': map.create('k', bad),
      'map.insert': map.insert('k', 'f', bad),
      'map.upsert': map.upsert('k', 'f', bad),
      'map.update': map.update('k', 'f', bad),
      'btree.create': btree.create('k', bad),
      'btree.insert': btree.insert('k', { bkey: 1n, value: bad }),
      'btree.upsert': btree.upsert('k', { bkey: 1n, value: bad }),
      'btree.insertAndGetTrimmed': btree.insertAndGetTrimmed('k', { bkey: 1n, value: bad }),
      'btree.upsertAndGetTrimmed': btree.upsertAndGetTrimmed('k', { bkey: 1n, value: bad }),
      'btree.update': btree.update('k', 1n, { value: bad }),
      'pipe.listInsert': client.pipe().listInsert('k', 0, bad).execute(),
      'pipe.btreeInsert': client.pipe().btreeInsert('k', { bkey: 1n, value: bad }).execute(),
    };
    for (const [command, call] of Object.entries(calls)) {
      expect(await failure(call)).toMatchObject({ code: 'ERR_ARCUS_TRANSCODE', command, key: 'k' });
    }
  });

  test('among many fails its key alone', async () => {
    const outcomes = await client.kv.setMany(
      new Map<string, unknown>([
        ['good', 'x'],
        ['bad', {}],
      ]),
    );
    expect(outcomes.get('good')).toEqual({ outcome: 'fulfilled', value: true });
    expect(outcomes.get('bad')).toMatchObject({ outcome: 'failed', reason: { command: 'kv.setMany', key: 'bad' } });
  });

  test.each([
    [1n, 'bigint 1', 'Do not know how to serialize a BigInt'],
    [{ id: 1n }, 'an object of id', 'Do not know how to serialize a BigInt'],
  ])('as JSON, %o, says why', async (value, came, why) => {
    expect((await failure(json.kv.set('k', value))).message).toBe(
      `kv.set of 'k': JSON cannot hold ${came} (${why}): a transcoder of your own can`,
    );
    expect((await failure(json.kv.set('k', undefined))).message).toContain('JSON has nothing for undefined');
  });

  test('as bytes says what came', () => {
    expect(() => new RawTranscoder().encode('x' as never)).toThrow(
      'expected a Uint8Array, got a string of 1 characters',
    );
  });

  test('keeps the error of a transcoder of one\u2019s own as it is', async () => {
    const mine = new Error('mine');
    const transcoder: Transcoder<unknown> = {
      encode: () => {
        throw mine;
      },
      decode: () => {
        throw mine;
      },
    };
    await using own = createArcusClient({ address: server.address, transcoder });
    expect(await failure(own.kv.set('k', 1))).toBe(mine);
    await client.kv.set('k', 'x');
    expect(await failure(own.kv.get('k'))).toBe(mine);
  });
});

describe('bytes that are no value', () => {
  test('are refused by their key, with the stack of the caller', async () => {
    await client.kv.set('k', 5);
    async function myOwnCode() {
      await json.kv.get('k');
    }
    const error = await failure(myOwnCode());
    expect(error).toMatchObject({ code: 'ERR_ARCUS_TRANSCODE', command: 'get', key: 'k' });
    expect(error.message).toBe(
      "get of 'k': expected JSON, which has flags 0, got flags 512: another transcoder has stored it",
    );
    expect(error.stack).toMatch(/at (async )?myOwnCode/);
  });

  test('of one key among many fail that key alone', async () => {
    await client.kv.set('java', 5);
    await json.kv.set('json', 5);
    const outcomes = await json.kv.getMany(['java', 'json']);
    expect(outcomes.get('json')).toEqual({ outcome: 'fulfilled', value: 5 });
    expect(outcomes.get('java')).toMatchObject({ outcome: 'failed', reason: { command: 'mget', key: 'java' } });
  });

  test('of a collection are refused by its key', async () => {
    await client.list.insert('l', 0, 5, { create: {} });
    await client.btree.insert('b', { bkey: 1n, value: 5 }, { create: {} });
    expect(await failure(json.list.get('l', 0))).toMatchObject({ command: 'lop get', key: 'l' });
    const outcomes = await json.btree.getMany(['b'], 1n, 2n);
    expect(outcomes.get('b')).toMatchObject({ outcome: 'failed', reason: { command: 'bop mget', key: 'b' } });
  });
});

test('what a server refuses has the stack of the caller', async () => {
  await client.kv.set('text', 'x');
  async function myOwnCode(call: () => PromiseLike<unknown>) {
    await call();
  }
  const calls = [
    () => client.kv.incr('text', 1),
    () => client.list.get('text', 0),
    () => client.list.insert('text', 0, 'x'),
  ];
  for (const call of calls) {
    const error = await failure(myOwnCode(call));
    expect(error).toMatchObject({ code: 'ERR_ARCUS_RESPONSE' });
    expect(error.stack).toMatch(/at (async )?myOwnCode/);
  }
});
