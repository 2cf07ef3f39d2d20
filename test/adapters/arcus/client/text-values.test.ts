import { describe, expect, test } from 'vitest';
import { type Scripted, scriptedClient } from './support/scripted-client.ts';
import { bytes, text } from './support/text.ts';
import { watched } from './support/watched.ts';

/** A client whose values with flags 0 are text; of others its transcoder tells the flags. */
const textClient = (): Promise<Scripted> =>
  scriptedClient({
    maxMergedGets: 1,
    transcoder: {
      textFlags: 0,
      encode: (data: Uint8Array) => ({ flags: 0, data }),
      decode: (flags, data) => bytes(`${flags}: ${text(data)}`),
    },
  });

describe('a transcoder that says which values are text', () => {
  test('is not asked for those, and is for all others', async () => {
    const { client, runtime, port } = await textClient();
    const calls = ['a', 'b', 'c', 'd'].map((key) => watched(client.kv.get(key)));
    await runtime.settle();
    port.reply('VALUE a 0 1', 'x', 'END', 'VALUE b 7 1', 'x', 'END', 'VALUE c 0 1', '\xff', 'END', 'END');
    await runtime.settle();
    const [a, b, c, d] = await Promise.all(calls);
    expect(a).toBe('x');
    expect([text(b), text(c), d]).toEqual(['7: x', '0: \ufffd', undefined]);
  });

  test('is asked for the values of gets and of many keys', async () => {
    const { client, runtime, port } = await textClient();
    const one = watched(client.kv.gets('a'));
    const many = watched(client.kv.getMany(['b']));
    await runtime.settle();
    port.reply('VALUE a 0 1 9', 'x', 'END', 'VALUE b 0 1', 'y', 'END');
    await runtime.settle();
    expect(text((await one)?.value)).toBe('0: x');
    expect(await many).toEqual(new Map([['b', { outcome: 'fulfilled', value: bytes('0: y') }]]));
  });

  test('leaves a text that came in time under no limit any more, and one given up to its tombstone', async () => {
    const { client, runtime, port } = await textClient();
    const late = watched(client.kv.get('a', { timeout: 10 }));
    const next = watched(client.kv.get('b', { timeout: 50 }));
    await runtime.settle();
    await runtime.advance(20);
    await expect(late).rejects.toMatchObject({ code: 'ERR_TIMED_OUT' });
    port.reply('VALUE a 0 1', 'x', 'END', 'VALUE b 0 1', 'y', 'END');
    await runtime.advance(100);
    expect(await next).toBe('y');
    expect(client.nodes[0]).toMatchObject({ lateResponses: 1, tombstones: 0, inFlight: 0 });
  });
});
