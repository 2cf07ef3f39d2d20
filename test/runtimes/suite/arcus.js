import { after, defaultRuntime, isCancelledError } from 'timed-operation';
import { createArcusClient, isArcusTimeoutError } from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { ok, rejection, same, sleep } from './checks.js';

/** Runs `use` with a server on a socket, and a client of it; closes both. */
async function connected(use, options = {}) {
  const server = await ArcusServer.listen({ scheduler: { after: (ms, task) => after(defaultRuntime, ms, task) } });
  const client = createArcusClient({ address: server.address, operationTimeout: 30_000, ...options });
  try {
    await use(client, server);
  } finally {
    await client.close();
    await server.close();
  }
}

/** The cache client and the in-memory server, over loopback. */
export const arcus = {
  'values come back as they were stored, a large one compressed': () =>
    connected(async ({ kv }) => {
      const large = 'timed '.repeat(20_000);
      for (const [key, value] of [
        ['text', 'Ada ♥'],
        ['number', 1234],
        ['flag', true],
        ['large', large],
      ]) {
        same(await kv.set(key, value), true);
        same(await kv.get(key), value);
      }
      same(await kv.get('nothing'), undefined);
    }),

  'counters, many keys at once, and a cas that lost': () =>
    connected(async ({ kv }) => {
      same(await kv.incr('hits', 5, { initial: 1 }), 1n);
      same(await kv.incr('hits', 5), 6n);
      await kv.setMany(new Map(Array.from({ length: 100 }, (_, index) => [`k:${index}`, `v${index}`])));
      const values = await kv.getMany(['k:1', 'k:99', 'gone']);
      same(
        [...values].map(([key, { value }]) => [key, value]),
        [
          ['k:1', 'v1'],
          ['k:99', 'v99'],
          ['gone', undefined],
        ],
      );
      const { cas } = await kv.gets('k:1');
      await kv.set('k:1', 'changed');
      same(await kv.cas('k:1', 'mine', cas), false);
    }),

  '2,000 gets in flight at once each get their own value': () =>
    connected(async ({ kv }) => {
      await kv.setMany(new Map(Array.from({ length: 100 }, (_, index) => [`k:${index}`, index])));
      const gets = Array.from({ length: 2_000 }, (_, index) => kv.get(`k:${index % 100}`));
      const wrong = (await Promise.all(gets)).filter((value, index) => value !== index % 100);
      same(wrong.length, 0);
    }),

  'a node that falls silent times out, says where, and its late response goes to nobody else': () =>
    connected(async ({ kv }, server) => {
      await kv.set('a', 'A');
      await kv.set('b', 'B');
      const fault = server.inject({ kind: 'hang' }, { command: 'get a', times: 1 });
      const error = await rejection(kv.get('a', { timeout: 30 }));
      ok(isArcusTimeoutError(error), String(error));
      same([error.command, error.key, error.written, error.node], ['get', 'a', true, server.address]);
      const next = kv.get('b');
      fault.release();
      same(await next, 'B');
    }),

  'a cancel takes one call away and leaves the others alone': () =>
    connected(async ({ kv }, server) => {
      await kv.set('a', 'A');
      const fault = server.inject({ kind: 'hang' }, { command: 'get', times: 1 });
      const [first, second] = [kv.get('a'), kv.get('a')];
      await sleep(10);
      same(first.cancel('enough'), true);
      ok(isCancelledError(await rejection(first)), 'no CancelledError');
      fault.release();
      same(await second, 'A');
    }),

  'a connection that breaks fails its calls, and another takes its place': () =>
    connected(async ({ kv }, server) => {
      await kv.set('a', 'A');
      server.inject({ kind: 'drop' }, { command: 'get', times: 1 });
      await rejection(kv.get('a'));
      same(await kv.get('a'), 'A');
    }),

  'a list and a b+tree': () =>
    connected(async ({ list, btree }) => {
      same(await list.insert('queue', -1, 'first', { create: {} }), true);
      same(await list.insert('queue', -1, 'second'), true);
      same(await list.getRange('queue', 0, -1), ['first', 'second']);
      same(await btree.insert('tree', { bkey: 2n, value: 'two' }, { create: {} }), true);
      same(await btree.insert('tree', { bkey: 1n, value: 'one' }), true);
      const { elements } = await btree.getRange('tree', 0n, 9n);
      same(
        elements.map(({ value }) => value),
        ['one', 'two'],
      );
    }),
};
