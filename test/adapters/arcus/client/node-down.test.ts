import { ArcusConnectionError, ArcusNodeDownError, createArcusClient } from 'timed-operation/arcus';
import { afterEach, describe, expect, test } from 'vitest';
import { realServer } from './support/real-server.ts';
import { scriptedClient } from './support/scripted-client.ts';
import { ScriptedPort } from './support/scripted-port.ts';
import { bytes } from './support/text.ts';
import { watched } from './support/watched.ts';

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => ({ fulfilled: value }),
    (error) => error,
  );

describe('a port where nobody listens', () => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  /** A client of a server that has gone. */
  async function clientOfNobody() {
    const { address, close } = await gone();
    await close();
    const client = createArcusClient({ address, reconnectDelay: 60_000, maxReconnectDelay: 60_000 });
    opened.push(client);
    return { client, address };
  }

  test('fails the first call and the next ones alike: by the key, the node and the refused connection', async () => {
    const { client, address } = await clientOfNobody();
    const errors = [await failure(client.kv.get('user:1')), await failure(client.kv.get('user:1'))];
    for (const error of errors) {
      expect(error).toBeInstanceOf(ArcusNodeDownError);
      expect(error).toMatchObject({
        name: 'ArcusNodeDownError',
        code: 'ERR_ARCUS_NODE_DOWN',
        command: 'get',
        key: 'user:1',
        node: address,
        message: `get of 'user:1' was not sent: ${address} has no connection (connect ECONNREFUSED ${address})`,
      });
      const { cause } = error as { cause: ArcusConnectionError };
      expect(cause).toBeInstanceOf(ArcusConnectionError);
      expect(cause.cause).toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  test('fails every call that waited for it, each by its own key', async () => {
    const { client } = await clientOfNobody();
    const calls = [client.kv.set('a', 'x'), client.list.get('b', 0), client.btree.count('c', 1n, 2n)];
    const errors = (await Promise.all(calls.map(failure))) as ArcusNodeDownError[];
    expect(errors.map(({ code, command, key }) => [code, command, key])).toEqual([
      ['ERR_ARCUS_NODE_DOWN', 'set', 'a'],
      ['ERR_ARCUS_NODE_DOWN', 'lop get', 'b'],
      ['ERR_ARCUS_NODE_DOWN', 'bop count', 'c'],
    ]);
  });

  test('is an error whose stack leads to the caller, in the first call as in the next', async () => {
    const { client } = await clientOfNobody();
    async function myOwnCode() {
      await client.kv.get('a');
    }
    for (const error of [await failure(myOwnCode()), await failure(myOwnCode())]) {
      expect((error as Error).stack).toMatch(/at (async )?myOwnCode/);
    }
  });

  async function gone() {
    const server = await realServer();
    return { address: server.address, close: () => server.close() };
  }
});

describe('a connection that is lost', () => {
  test('cancels what was written, and refuses what waits once no other can be made', async () => {
    const { client, runtime, ports } = await scriptedClient({
      makePort: (attempt) => new ScriptedPort(attempt === 0 ? '1.15.0' : null),
      connectTimeout: 50,
      maxInFlight: 1,
    });
    const warm = watched(client.kv.get('warm'));
    await runtime.settle();
    ports[0]?.reply('END');
    await runtime.settle();
    await warm;
    const written = watched(client.kv.set('written', bytes('x')));
    const waiting = watched(client.kv.set('waiting', bytes('x')));
    await runtime.settle();
    ports[0]?.break();
    await runtime.advanceAsync(50);
    expect(await failure(written)).toMatchObject({ code: 'ERR_CANCELLED', source: 'internal' });
    expect(await failure(waiting)).toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN', key: 'waiting' });
    expect(runtime.undecided).toBe(0);
  });

  test('an idle limit of what was refused is forgotten with it', async () => {
    const { client, runtime } = await scriptedClient({ makePort: () => new ScriptedPort(null), connectTimeout: 50 });
    const call = watched(client.kv.get('a', { timeout: Number.POSITIVE_INFINITY, idle: 1_000 }));
    await runtime.advanceAsync(50);
    expect(await failure(call)).toMatchObject({ code: 'ERR_ARCUS_NODE_DOWN' });
    await client.close({ drain: 0 });
    expect(runtime.armed).toBe(0);
  });
});
