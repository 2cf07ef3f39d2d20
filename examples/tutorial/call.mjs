import { once } from 'node:events';
import { createServer } from 'node:http';
import { isTimeoutError, timed } from 'timed-operation';

// It answers /user, and is silent about everything else.
const server = createServer((request, response) => {
  if (request.url === '/user') response.end('{ "name": "Ada" }');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const base = `http://127.0.0.1:${server.address().port}`;

const get = (path, ms) =>
  timed(async ({ signal }) => (await fetch(base + path, { signal })).json(), { timeout: ms, name: path });

console.log(await get('/user', 1_000)); //=> { name: 'Ada' }

try {
  await get('/news', 50);
} catch (error) {
  console.log(isTimeoutError(error), error.message); //=> true Operation '/news' timed out after 50 ms
  console.log(error.kind, error.limitMs, error.elapsedMs >= 50); //=> timeout 50 true
}

server.closeAllConnections();
server.close();
