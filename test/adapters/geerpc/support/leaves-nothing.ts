// Run by a test in a process of its own, which must end by itself: no timer, no socket and no listener may hold it.
import { createServer, dial, method, service } from 'timed-operation/geerpc';
import { int } from 'timed-operation/geerpc/gob';

const Foo = service('Foo', { Sleep: method(int, int) });
const server = createServer();
server.register(Foo, {
  Sleep: (_ms, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
});
const { address } = await server.listen('tcp@127.0.0.1:0');
const client = await dial(address, { services: [Foo], handleTimeout: 60_000, callTimeout: 60_000 });
const { signal } = new AbortController();
const calls = [
  client.call('Foo.Sleep', 1, { timeout: 5, signal }),
  client.call('Foo.Sleep', 1, { timeout: 1e9, signal }),
];
calls[1]?.cancel('enough');
calls.push(client.call('Foo.Sleep', 1));
const outcomes = Promise.allSettled(calls);
await calls[0]?.catch(() => {});
await client.close();
await outcomes;
await server.close();
console.log('closed');
