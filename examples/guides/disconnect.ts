// #region setting
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isTimeoutError, type TimedContext, timed, type WorkSignal } from 'timed-operation';

const queries = new EventEmitter();

/** A query of a database that has forgotten us. */
function query(signal: WorkSignal): Promise<string> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      console.log('query given up:', (signal.reason as Error).message);
      reject(signal.reason);
      queries.emit('end');
    });
    queries.emit('begin');
  });
}
// #endregion

// #region signal
/** Aborts when the client goes before its response is complete. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('the client has gone'));
  });
  return controller.signal;
}
// #endregion

// #region handler
async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const options = { timeout: 2_000, signal: goneSignal(response), name: request.url };
  try {
    response.end(await timed(page, options));
  } catch (error) {
    if (!response.destroyed) response.writeHead(isTimeoutError(error) ? 504 : 500).end();
  }
}

async function page(context: TimedContext): Promise<string> {
  // Whatever the page calls is under the request's limit, and under its client's patience.
  const user = await timed(({ signal }) => query(signal), { timeout: 500, within: context });
  return `<h1>${user}</h1>`;
}
// #endregion

// #region client
const server = createServer(handle);
await once(server.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;

const client = new AbortController();
const answer = fetch(url, { signal: client.signal });
await once(queries, 'begin');
client.abort();
await answer.catch((error) => console.log(error.name)); //=> AbortError
await once(queries, 'end'); //=> query given up: the client has gone
server.close();
// #endregion
