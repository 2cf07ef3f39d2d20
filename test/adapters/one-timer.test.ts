import { expect, it } from 'vitest';
import { runScript } from '../run-script.ts';

it('a process with both adapters, hundreds of calls in flight on each, has one armed host timer', async () => {
  const { stdout } = await runScript(`
    import { createArcusClient } from 'timed-operation/arcus';
    import { ArcusServer } from 'timed-operation/arcus/testing';
    import { createServer, dial, method, service } from 'timed-operation/geerpc';
    import { int } from 'timed-operation/geerpc/gob';
    import { defaultRuntime } from 'timed-operation';

    const Foo = service('Foo', { Wait: method(int, int) });
    const cacheServer = await ArcusServer.listen();
    const cache = createArcusClient({ address: cacheServer.address });
    await cache.kv.set('k', 'v');
    cacheServer.inject({ kind: 'hang' });
    const rpcServer = createServer();
    rpcServer.register(Foo, { Wait: () => new Promise(() => {}) });
    const { address } = await rpcServer.listen('tcp@127.0.0.1:0');
    const rpc = await dial(address, { services: [Foo] });
    for (let call = 0; call < 200; call++) {
      cache.kv.get('k', { timeout: 30_000 + call }).catch(() => {});
      rpc.call('Foo.Wait', call, { timeout: 60_000 + call }).catch(() => {});
    }
    await new Promise((resolve) => setImmediate(resolve));
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    console.log(timers, defaultRuntime.scheduler.armed >= 400);
    process.exit();
  `);
  expect(stdout.trim()).toBe('1 true');
});
