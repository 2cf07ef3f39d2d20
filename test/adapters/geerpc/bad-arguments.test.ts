import { createServer, dial, service } from 'timed-operation/geerpc';
import { describe, expect, it } from 'vitest';
import { realServed } from './support/real-served.ts';
import { Foo } from './support/services.ts';

// What is wrong with an argument is told where it is given, on a real socket too: never by an exception out of a socket's callback.

const One = { Num1: 1, Num2: 2 };

describe('dial', () => {
  it.each([
    ['services', { services: null }],
    ['services', { services: Foo }],
    ['services', { services: [null] }],
    ['services', { services: [{ name: 'Foo' }] }],
    ['messageBytes', { limits: { messageBytes: -1 } }],
    ['bytes', { limits: { bytes: 1 } }],
  ])('a wrong %s is a rejection that names it: %j', async (name, options) => {
    await using served = await realServed();
    await expect(dial(served.address, options as never)).rejects.toThrow(TypeError);
    await expect(dial(served.address, options as never)).rejects.toThrow(name);
    expect(await served.client.call('Foo.Sum', One)).toBe(3);
  });

  it('an IPv6 host is in brackets in its errors, as in Go', async () => {
    await expect(dial('tcp@[::1]:1')).rejects.toThrow('dial tcp [::1]:1: ');
  });
});

describe('a client', () => {
  it.each([null, undefined, 5, {}, { name: 'Foo' }])('binds no contract that is none: %j', async (contract) => {
    await using served = await realServed();
    expect(() => served.client.bind(contract as never)).toThrow('Expected `contract` to be what service() makes');
  });

  it('a method that is named by a symbol is a rejection', async () => {
    await using served = await realServed();
    await expect(served.client.call(Symbol('Sum') as never, One)).rejects.toThrow(TypeError);
  });

  it('a call whose client is closed while it is encoded is refused, and does not wait', async () => {
    await using served = await realServed();
    const { client } = served;
    const args = {
      get Num1(): number {
        void client.close();
        return 1;
      },
      Num2: 2,
    };
    const call = client.call('Foo.Sum', args, { timeout: Number.POSITIVE_INFINITY });
    await expect(call).rejects.toMatchObject({ code: 'ERR_GEERPC_SHUTDOWN' });
    expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 });
  });
});

describe('a server', () => {
  it.each([
    ['messageBytes', { limits: { messageBytes: 0 } }],
    ['bytes', { limits: { bytes: 1 } }],
  ])('a wrong %s is refused before anybody connects', (name, options) => {
    expect(() => createServer(options as never)).toThrow(name);
  });

  it('registers no contract and no implementation that is none', () => {
    const server = createServer();
    for (const contract of [null, 5, {}]) {
      expect(() => server.register(contract as never, {})).toThrow('Expected `contract`');
    }
    for (const implementation of [null, undefined, 5]) {
      expect(() => server.register(service('Empty', {}), implementation as never)).toThrow('Expected `implementation`');
    }
  });
});
