import { dial, type RpcClient } from 'timed-operation/geerpc';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { type MemoryPort, memoryPair, opens } from '../adapters/geerpc/support/memory-port.ts';
import { serve } from '../adapters/geerpc/support/served.ts';
import { Foo } from '../adapters/geerpc/support/services.ts';
import { collectUntil, leastGrowth } from './collect.ts';

const COUNT = 20_000;
const One = { Num1: 1, Num2: 2 };

/** A client whose server never says anything. */
async function silent(): Promise<{ runtime: ManualRuntime; client: RpcClient; port: MemoryPort }> {
  const runtime = new ManualRuntime();
  const { client: port } = memoryPair();
  const dialled = dial('tcp@127.0.0.1:1', {
    runtime,
    services: [Foo],
    retireAfter: Number.POSITIVE_INFINITY,
    maxInFlight: COUNT,
    connect: opens(port),
  });
  return { runtime, client: await runtime.run(dialled), port };
}

test('20,000 calls that timed out leave at most 8 bytes each', async () => {
  const { runtime, client, port } = await silent();
  const grown = await leastGrowth(async () => {
    for (let call = 0; call < COUNT; call++) client.call('Foo.Sum', One, { timeout: 10 }).catch(() => undefined);
    await runtime.advanceAsync(10);
    port.written.length = 0;
  }, 8 * COUNT);
  expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 });
  expect(grown).toBeLessThan(8 * COUNT);
});

test('20,000 calls that were given up before they were sent leave at most 8 bytes each', async () => {
  const { runtime, client, port } = await silent();
  port.blocked = true;
  client.call('Foo.Sum', One, { timeout: Number.POSITIVE_INFINITY }).catch(() => undefined);
  await runtime.settle();
  const grown = await leastGrowth(async () => {
    for (let call = 0; call < COUNT; call++) {
      const given = client.call('Foo.Sum', One);
      given.catch(() => undefined);
      given.cancel();
    }
    await runtime.settle();
  }, 8 * COUNT);
  expect(grown).toBeLessThan(8 * COUNT);
});

test('a connection that lives on keeps neither the arguments nor the replies of its calls', async () => {
  const { runtime, client } = await serve();
  const refs: WeakRef<object>[] = [];
  await (async () => {
    const args = { Num1: 1, Num2: 2 };
    refs.push(new WeakRef(args), new WeakRef(await runtime.run(client.call<object>('Echo.Map', { a: 1 }))));
    await runtime.run(client.call('Foo.Sum', args));
  })();
  await runtime.run(client.call('Foo.Sum', One));
  expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
  expect(client.available).toBe(true);
});
