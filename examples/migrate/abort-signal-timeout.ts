import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isTimeoutError, timed, timedIterable } from 'timed-operation';

// It sends its headers at once, and for /slow never the rest of the body.
const server = createServer((request, response) => {
  response.writeHead(200).write('{ "name":');
  if (request.url === '/user') response.end('"Ada" }');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const url = `${base}/user`;
const { signal } = new AbortController();

// #region forms
const user = await timed(async ({ signal }) => (await fetch(url, { signal })).json(), 5_000);
console.log(user); //=> { name: 'Ada' }

const fetchUser = async ({ signal }: { signal: AbortSignal }) => (await fetch(url, { signal })).json();
console.log(await timed(fetchUser, { timeout: 5_000, signal })); //=> { name: 'Ada' }
console.log(await timed(fetchUser, { timeout: 5_000, ref: false })); //=> { name: 'Ada' }
// #endregion

// #region body
// The headers come in time, and the body never does. Read within the work, the limit holds for it:
const slow = timed(async ({ signal }) => (await fetch(`${base}/slow`, { signal })).json(), 200);
await slow.catch((error) => console.log(isTimeoutError(error), error.message));
//=> true The operation timed out after 200 ms
// #endregion

// #region stream
// A body that is read bit by bit gets a limit on its silence.
const { body } = await timed(({ signal }) => fetch(`${base}/slow`, { signal }), 5_000);
try {
  for await (const chunk of timedIterable(body as ReadableStream<Uint8Array>, { idle: 200 })) {
    console.log(new TextDecoder().decode(chunk)); //=> { "name":
  }
} catch (error) {
  console.log(isTimeoutError(error) && error.kind); //=> idle
}
// #endregion

// #region loop
const spin = timed(
  (context) => {
    for (;;) context.throwIfExpired(); // Looks at the clock itself: no timer fires in a loop that never yields.
  },
  { timeout: 20, name: 'spin' },
);
await spin.catch((error) => console.log(error.message)); //=> Operation 'spin' timed out after 20 ms
// #endregion

server.closeAllConnections();
await once(server.close(), 'close');
