import { type ArcusClient, createArcusClient, gzip, JavaTranscoder } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let server: ArcusServer;
let client: ArcusClient;

beforeEach(async () => {
  server = await ArcusServer.listen();
  client = createArcusClient({ address: server.address, operationTimeout: 5_000 });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

type Call = (options: never) => PromiseLike<unknown>;
const entry = { bkey: 1n, value: 'x' };

/** Every call of the client, with the options last. */
function calls(): Record<string, Call> {
  const { kv, list, set, map, btree, admin } = client;
  return {
    'kv.get': (options) => kv.get('k', options),
    'kv.gets': (options) => kv.gets('k', options),
    'kv.getMany': (options) => kv.getMany([], options),
    'kv.getsMany': (options) => kv.getsMany(['k'], options),
    'kv.set': (options) => kv.set('k', 'x', options),
    'kv.add': (options) => kv.add('k', 'x', options),
    'kv.replace': (options) => kv.replace('k', 'x', options),
    'kv.append': (options) => kv.append('k', 'x', options),
    'kv.prepend': (options) => kv.prepend('k', 'x', options),
    'kv.cas': (options) => kv.cas('k', 'x', 1n, options),
    'kv.setMany': (options) => kv.setMany(new Map(), options),
    'kv.addMany': (options) => kv.addMany(new Map([['k', 'x']]), options),
    'kv.replaceMany': (options) => kv.replaceMany(new Map([['k', 'x']]), options),
    'kv.incr': (options) => kv.incr('k', 1, options),
    'kv.decr': (options) => kv.decr('k', 1, options),
    'kv.delete': (options) => kv.delete('k', options),
    'kv.deleteMany': (options) => kv.deleteMany(['k'], options),
    'kv.touch': (options) => kv.touch('k', 1, options),
    'list.create': (options) => list.create('l', 'x', options),
    'list.insert': (options) => list.insert('l', 0, 'x', options),
    'list.get': (options) => list.get('l', 0, options),
    'list.getRange': (options) => list.getRange('l', 0, -1, options),
    'list.delete': (options) => list.delete('l', 0, options),
    'list.deleteRange': (options) => list.deleteRange('l', 0, -1, options),
    'set.create': (options) => set.create('s', 'x', options),
    'set.insert': (options) => set.insert('s', 'x', options),
    'set.has': (options) => set.has('s', 'x', options),
    'set.get': (options) => set.get('s', options),
    'set.delete': (options) => set.delete('s', 'x', options),
    'map.create': (options) => map.create('m', 'x', options),
    'map.insert': (options) => map.insert('m', 'f', 'x', options),
    'map.upsert': (options) => map.upsert('m', 'f', 'x', options),
    'map.update': (options) => map.update('m', 'f', 'x', options),
    'map.get': (options) => map.get('m', 'f', options),
    'map.getMany': (options) => map.getMany('m', 'all', options),
    'map.delete': (options) => map.delete('m', 'f', options),
    'map.deleteAll': (options) => map.deleteAll('m', options),
    'btree.create': (options) => btree.create('b', 'x', options),
    'btree.insert': (options) => btree.insert('b', entry, options),
    'btree.upsert': (options) => btree.upsert('b', entry, options),
    'btree.insertAndGetTrimmed': (options) => btree.insertAndGetTrimmed('b', entry, options),
    'btree.upsertAndGetTrimmed': (options) => btree.upsertAndGetTrimmed('b', entry, options),
    'btree.update': (options) => btree.update('b', 1n, { value: 'x' }, options),
    'btree.incr': (options) => btree.incr('b', 1n, 1, options),
    'btree.decr': (options) => btree.decr('b', 1n, 1, options),
    'btree.delete': (options) => btree.delete('b', 1n, options),
    'btree.deleteRange': (options) => btree.deleteRange('b', 1n, 2n, options),
    'btree.get': (options) => btree.get('b', 1n, options),
    'btree.getRange': (options) => btree.getRange('b', 1n, 2n, options),
    'btree.getMany': (options) => btree.getMany(['b'], 1n, 2n, options),
    'btree.sortMergeGet': (options) => btree.sortMergeGet(['b'], 1n, 2n, options),
    'btree.position': (options) => btree.position('b', 1n, 'asc', options),
    'btree.getByPosition': (options) => btree.getByPosition('b', 0, 'asc', options),
    'btree.getByPositions': (options) => btree.getByPositions('b', 0, 1, 'asc', options),
    'btree.positionWithGet': (options) => btree.positionWithGet('b', 1n, 1, 'asc', options),
    'btree.count': (options) => btree.count('b', 1n, 2n, options),
    'admin.flush': (options) => admin.flush(options),
    'admin.flushPrefix': (options) => admin.flushPrefix('p', options),
    'admin.stats': (options) => admin.stats('items', options),
    'admin.versions': (options) => admin.versions(options),
    'admin.getAttributes': (options) => admin.getAttributes('k', ['type'], options),
    'admin.setAttributes': (options) => admin.setAttributes('k', { expiretime: 1 }, options),
    'pipe.execute': (options) => client.pipe().listInsert('l', 0, 'x').execute(options),
  };
}

const refusal = (call: Call, options: unknown): Promise<unknown> =>
  Promise.resolve(call(options as never)).then(
    (value) => ({ fulfilled: value }),
    (error: unknown) => error,
  );

describe('every call of the client', () => {
  test('stands in this test', () => {
    const { kv, list, set, map, btree, admin } = client;
    const methods = Object.entries({ kv, list, set, map, btree, admin }).flatMap(([name, group]) =>
      [...namesOf(Object.getPrototypeOf(group))].map((method) => `${name}.${method}`),
    );
    expect([...methods, 'pipe.execute'].sort()).toEqual(Object.keys(calls()).sort());
  });

  test('refuses a number where its options belong, by its name and with what it takes', async () => {
    for (const [name, call] of Object.entries(calls())) {
      const error = await refusal(call, 1);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(
        new RegExp(`^TypeError: ${name} takes its options as an object of .*timeout.*, got 1$`),
      );
    }
  });

  test('refuses null, a list and a signal there', async () => {
    for (const call of Object.values(calls())) {
      for (const wrong of [null, ['x'], new AbortController().signal]) {
        expect(await refusal(call, wrong)).toBeInstanceOf(TypeError);
      }
    }
  });

  test('refuses an option that it does not know, with those that it does', async () => {
    for (const [name, call] of Object.entries(calls())) {
      const error = await refusal(call, { ttl: 60, timeout: 1_000 });
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(
        new RegExp(
          `^TypeError: ${name} takes no option \`ttl\`, got 60: expected .*timeout, deadline, idle, within, signal$`,
        ),
      );
    }
  });

  test('takes every option that it lists', async () => {
    for (const call of Object.values(calls())) {
      const listed =
        String(await refusal(call, { ttl: 1 }))
          .split('expected ')[1]
          ?.split(', ') ?? [];
      expect(await refusal(call, Object.fromEntries(listed.map((name) => [name, undefined])))).not.toBeInstanceOf(
        TypeError,
      );
    }
  });

  test('that was refused has sent nothing', async () => {
    await refusal((options) => client.kv.set('k', 'x', options), { ttl: 60 });
    await refusal((options) => client.kv.setMany(new Map([['k', 'x']]), options), 60);
    expect(await client.kv.get('k')).toBeUndefined();
  });
});

describe('what stands inside options', () => {
  test.each<[string, (client: ArcusClient) => PromiseLike<unknown>, string]>([
    [
      'attributes of a collection that is made',
      ({ list }) => list.insert('l', 0, 'x', { create: { maxcount: 3 } as never }),
      '`create` of list.insert takes no option `maxcount`, got 3: expected exptime, maxCount, overflowAction, unreadable',
    ],
    [
      'a switch where attributes belong',
      ({ btree }) => btree.insert('b', entry, { create: true as never }),
      '`create` of btree.insert takes its options as an object of exptime, maxCount, overflowAction, unreadable, got true',
    ],
    [
      'a filter',
      ({ btree }) => btree.count('b', 1n, 2n, { filter: { offset: 0, comparison: 'EQ', value: 1 } as never }),
      '`filter` of btree.count takes no option `value`, got 1: expected offset, bitwise, comparison, values',
    ],
    [
      'a change of an element',
      ({ btree }) => btree.update('b', 1n, { value: 'x', eFlag: 1 } as never),
      'the change of btree.update takes no option `eFlag`, got 1: expected value, eflag',
    ],
    [
      'a change of attributes',
      ({ admin }) => admin.setAttributes('k', { expiretime: 1, maxCount: 1 } as never),
      'the change of admin.setAttributes takes no option `maxCount`, got 1',
    ],
    [
      'a change of a batch',
      (each) =>
        each
          .pipe()
          .mapInsert('m', 'f', 'x', { create: {}, timeout: 50 } as never)
          .execute(),
      'pipe.mapInsert takes no option `timeout`, got 50: expected create',
    ],
    [
      'a removal of a batch',
      (each) =>
        each
          .pipe()
          .listDelete('l', 0, true as never)
          .execute(),
      'pipe.listDelete takes its options as an object of drop, got true',
    ],
  ])('%s is looked at too', async (_what, call, message) => {
    await expect(call(client)).rejects.toThrow(TypeError);
    await expect(call(client)).rejects.toThrow(message);
  });
});

describe('an option that is null or empty', () => {
  test.each<[string, (client: ArcusClient) => PromiseLike<unknown>]>([
    ['exptime', ({ kv }) => kv.set('k', 'x', { exptime: null as never })],
    ['exptime', ({ list }) => list.create('l', 'x', { exptime: null as never })],
    ['exptime', ({ kv }) => kv.incr('k', 1, { initial: 0, exptime: null as never })],
    ['after', ({ list }) => list.get('l', 0, { after: '' as never })],
    ['after', ({ set }) => set.get('s', { after: null as never })],
    ['after', ({ map }) => map.get('m', 'f', { after: false as never })],
    ['after', ({ btree }) => btree.getRange('b', 1n, 2n, { after: 0 as never })],
    ['filter', ({ btree }) => btree.getMany(['b'], 1n, 2n, { filter: null as never })],
    ['create', ({ list }) => list.insert('l', 0, 'x', { create: null as never })],
    ['eflag', ({ btree }) => btree.insert('b', { bkey: 1n, value: 'x', eflag: null as never }, { create: {} })],
    ['eflag', ({ btree }) => btree.incr('b', 1n, 1, { initial: 0, eflag: null as never })],
  ])('is no option left out: %s is refused', async (name, call) => {
    await expect(call(client)).rejects.toThrow(TypeError);
    await expect(call(client)).rejects.toThrow(name);
  });
});

describe('options of what is made', () => {
  const address = '127.0.0.1:11211';

  test.each<[string, () => unknown, string]>([
    [
      'a client',
      () => createArcusClient({ address, timeout: 5 } as never),
      'createArcusClient takes no option `timeout`, got 5: expected address, operationTimeout, transcoder, ',
    ],
    [
      'a client without any',
      () => createArcusClient(undefined as never),
      'createArcusClient takes its options as an object of address, ',
    ],
    ['a client by its address', () => createArcusClient(address as never), `got '${address}'`],
    [
      'what a client holds of a response',
      () => createArcusClient({ address, responseLimits: { maxBytes: 1 } as never }),
      '`responseLimits` of createArcusClient takes no option `maxBytes`, got 1: expected maxLineBytes, ',
    ],
    ...([0, 1.5, -1, Number.NaN, '5'] as const).map((maxInFlight): [string, () => unknown, string] => [
      `how many may be in flight (${maxInFlight})`,
      () => createArcusClient({ address, maxInFlight: maxInFlight as number }),
      `maxInFlight must be a whole number from 1 up, not ${maxInFlight}`,
    ]),
    [
      'how many gets are one request',
      () => createArcusClient({ address, maxMergedGets: 1.5 }),
      'maxMergedGets must be a whole number from 1 up, not 1.5',
    ],
    [
      'how many timeouts are borne',
      () => createArcusClient({ address, timeoutThreshold: 1.5 }),
      'timeoutThreshold must be a whole number from 0 up, not 1.5',
    ],
    [
      'how long a connection may take',
      () => createArcusClient({ address, connectTimeout: -0.5 }),
      'Expected `connectTimeout` to be a number of milliseconds, 0 or more, got -0.5',
    ],
    ['a transcoder', () => new JavaTranscoder({ gzip, max: 1 } as never), 'new JavaTranscoder takes no option `max`'],
    ['a test server', () => new ArcusServer({ port: 1 } as never), 'new ArcusServer takes no option `port`'],
    ['its settings', () => new ArcusServer({ settings: { verbose: 1 } as never }), 'takes no option `verbose`'],
    ['its limits', () => new ArcusServer({ limits: { memory: 1 } as never }), 'takes no option `memory`'],
  ])('%s are looked at', (_what, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  test('a listening server, and a close', async () => {
    await expect(ArcusServer.listen({ prot: 1 } as never)).rejects.toThrow('ArcusServer.listen takes no option `prot`');
    expect(() => client.close({ drian: 5 } as never)).toThrow('close takes no option `drian`, got 5: expected drain');
  });
});

describe('a fault', () => {
  test.each<[unknown, unknown, string]>([
    [
      { kind: 'hangs' },
      undefined,
      "Expected a fault of kind delay, hang, slow, line, drop, halfClose, refuse, got 'hangs'",
    ],
    ['hang', undefined, "got 'hang'"],
    [undefined, undefined, 'got undefined'],
    [{ kind: 'toString' }, undefined, "got 'toString'"],
    [{ kind: 'delay', millis: 5 }, undefined, "Fault 'delay' takes no option `millis`, got 5: expected kind, ms"],
    [
      { kind: 'hang' },
      { comand: 'get' },
      "The scope of fault 'hang' takes no option `comand`, got 'get': expected connection, ",
    ],
    [{ kind: 'hang' }, 'get', "The scope of fault 'hang' takes its options as an object"],
    [{ kind: 'line' }, undefined, "Fault 'line': text must be one line"],
  ])('%o in the scope %o is refused', (fault, scope, message) => {
    expect(() => server.inject(fault as never, scope as never)).toThrow(TypeError);
    expect(() => server.inject(fault as never, scope as never)).toThrow(message);
  });

  test('without the number that it needs is refused', () => {
    expect(() => server.inject({ kind: 'delay' } as never)).toThrow(
      new RangeError("Fault 'delay': ms must be a finite number of at least 0, not undefined"),
    );
  });
});

function* namesOf(prototype: object): Iterable<string> {
  for (let each = prototype; each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    yield* Object.getOwnPropertyNames(each).filter((name) => name !== 'constructor');
  }
}
