import { createServer, type DialOptions, dial, type RpcClient, type ServerOptions } from 'timed-operation/geerpc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Served, serve } from './support/served.ts';
import { Foo } from './support/services.ts';

let served: Served;
let client: RpcClient;

beforeEach(async () => {
  served = await serve();
  client = served.client;
});
afterEach(async () => {
  await served.runtime.run(served.client.close());
  await served.runtime.run(served.server.close());
});

const args = { Num1: 1, Num2: 2 };

describe('a call', () => {
  test.each<[unknown, string]>([
    [{ timeoutMs: 5 }, 'Foo.Sum takes no option `timeoutMs`, got 5: expected timeout, deadline, within, signal'],
    [5, 'Foo.Sum takes its options as an object of timeout, deadline, within, signal'],
    [null, 'got null'],
    [new AbortController().signal, 'Foo.Sum takes no option `aborted`'],
  ])('with %o for options is refused, and nothing is sent', async (options, message) => {
    const before = served.ends.client.written.length;
    for (const call of [
      () => client.call('Foo.Sum', args, options as never),
      () => client.bind(Foo).Sum(args, options as never),
    ]) {
      const outcome = served.runtime.run(call());
      await expect(outcome).rejects.toThrow(TypeError);
      await expect(outcome).rejects.toThrow(message);
    }
    expect(served.ends.client.written.length).toBe(before);
    expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test('by name may say its schemas, a bound one may not', async () => {
    const types = Foo.methods.Sum;
    expect(await served.runtime.run(client.call('Foo.Sum', args, { types, timeout: 100 }))).toBe(3);
    const bound = served.runtime.run(client.bind(Foo).Sum(args, { types } as never));
    await expect(bound).rejects.toThrow('Foo.Sum takes no option `types`');
  });
});

describe('a dial', () => {
  test.each<[unknown, string]>([
    [
      { timeoutMs: 5 },
      'dial takes no option `timeoutMs`, got 5: expected connectTimeout, handleTimeout, callTimeout, ',
    ],
    [{ limits: { maxBytes: 5 } }, '`limits` of dial takes no option `maxBytes`, got 5: expected messageBytes, '],
    [5, 'dial takes its options as an object of connectTimeout, '],
    [null, 'got null'],
  ])('with %o for options is refused, and nothing is connected', async (options, message) => {
    const outcome = dial('tcp@127.0.0.1:1', options as never);
    await expect(outcome).rejects.toThrow(TypeError);
    await expect(outcome).rejects.toThrow(message);
  });

  test('takes every option that it has', async () => {
    const all: { readonly [Name in keyof DialOptions]-?: undefined } = {
      connectTimeout: undefined,
      handleTimeout: undefined,
      callTimeout: undefined,
      retireAfter: undefined,
      codec: undefined,
      services: undefined,
      maxInFlight: undefined,
      maxQueued: undefined,
      maxQueuedBytes: undefined,
      limits: undefined,
      signal: undefined,
      deadline: undefined,
      within: undefined,
      runtime: undefined,
      connect: undefined,
    };
    await expect(dial('tcp@127.0.0.1:1', all)).rejects.toMatchObject({ code: 'ERR_GEERPC_CONNECT' });
  });
});

describe('a server', () => {
  test.each<[unknown, string]>([
    [{ timeout: 5 }, 'createServer takes no option `timeout`, got 5: expected handleTimeout, handshakeTimeout, '],
    [{ limits: { bytes: 5 } }, '`limits` of createServer takes no option `bytes`'],
    [8080, 'createServer takes its options as an object of handleTimeout, '],
  ])('with %o for options is refused', (options, message) => {
    expect(() => createServer(options as never)).toThrow(TypeError);
    expect(() => createServer(options as never)).toThrow(message);
  });

  test('takes every option that it has', () => {
    const all: { readonly [Name in keyof ServerOptions]-?: undefined } = {
      handleTimeout: undefined,
      handshakeTimeout: undefined,
      readTimeout: undefined,
      writeTimeout: undefined,
      idleTimeout: undefined,
      maxInFlightBytes: undefined,
      maxInFlight: undefined,
      maxConnections: undefined,
      limits: undefined,
      runtime: undefined,
    };
    expect(() => createServer(all)).not.toThrow();
  });

  test('listens at an address, and not at a port', async () => {
    await expect(served.server.listen(8080 as never)).rejects.toThrow("wrong format '8080', expect protocol@addr");
  });
});

test('a close takes only its drain', async () => {
  for (const each of [served.client, served.server]) {
    await expect(each.close({ timeout: 5 } as never)).rejects.toThrow(
      'close takes no option `timeout`, got 5: expected drain',
    );
    await expect(each.close(5 as never)).rejects.toThrow(TypeError);
  }
  expect(client.available).toBe(true);
});
