import { after, type Waiting } from '../../core/after.ts';
import type { FlowPort } from '../node/flow-port.ts';
import { debugPage } from './debug-page.ts';
import { Entrance, type Entry } from './entrance.ts';
import { CONNECT_PATH, CONNECT_RESPONSE, DEBUG_PATH, httpResponse } from './http-head.ts';
import { connectionError } from './network-error.ts';
import { RequestLoop } from './request-loop.ts';
import { RpcError } from './rpc-error.ts';
import type { ServerState } from './server-state.ts';

/** How long a connection that has been ended waits for its client to end it too: ms. */
const LINGER_MS = 1_000;
const toBytes = new TextEncoder();

/** One client of a server: the way in, then its requests, then the way out. */
export class ServerConnection {
  readonly #port: FlowPort;
  readonly #state: ServerState;
  #entrance: Entrance | undefined = new Entrance();
  #loop: RequestLoop | undefined;
  /** The time it has to get in, or to get out. */
  #limit: Waiting | undefined;
  /** Nothing more is answered than what is running. */
  #leaving = false;
  #ended = false;
  #closed = false;

  constructor(port: FlowPort, state: ServerState) {
    const { handshakeTimeout } = state.settings;
    this.#port = port;
    this.#state = state;
    state.connections.add(this);
    port.onData = (bytes) => this.#received(bytes);
    port.onEnd = () => this.#close(connectionError(port, false));
    port.onClose = () => this.#close(connectionError(port, false));
    this.#within(handshakeTimeout, () =>
      this.#giveUp(new RpcError('ERR_GEERPC_PROTOCOL', `expected an Option within ${handshakeTimeout} ms`)),
    );
  }

  /** Answers what is running, and ends. */
  drain(): void {
    this.#leaving = true;
    if (this.#loop === undefined) this.#close(shuttingDown());
    else if (this.#loop.running.size === 0) this.#end();
  }

  /** Stops what is running: its handlers' signals abort, and its requests are answered with that. */
  cancel(): void {
    for (const operation of this.#loop?.running ?? []) operation.internalCancel(shuttingDown());
  }

  /** Closes it at once. */
  destroy(): void {
    this.#close(shuttingDown());
  }

  #received(bytes: Uint8Array): void {
    if (this.#ended || this.#closed) return;
    if (this.#loop !== undefined) {
      this.#loop.push(bytes);
      return;
    }
    try {
      const entry = this.#entrance?.push(bytes);
      if (entry !== undefined) this.#enter(entry);
    } catch (error) {
      this.#giveUp(error as RpcError);
    }
  }

  #enter(entry: Entry): void {
    if (entry.kind === 'option') {
      this.#limit?.cancel();
      this.#entrance = undefined;
      this.#loop = new RequestLoop(this.#port, entry.option, this.#state, {
        broken: (error) => this.#broken(error),
        idle: () => {
          if (this.#leaving) this.#end();
        },
        unused: () => this.#end(),
      });
      this.#loop.push(entry.rest);
    } else if (entry.method === 'CONNECT' && entry.path === CONNECT_PATH) {
      this.#port.write(toBytes.encode(CONNECT_RESPONSE));
      this.#entrance = new Entrance(true);
      if (entry.rest.length > 0) this.#received(entry.rest);
    } else this.#answerHttp(entry.method, entry.path);
  }

  #answerHttp(method: string, path: string): void {
    let response = httpResponse('404 Not Found', 'text/plain', '404 page not found\n');
    if (path === CONNECT_PATH) response = httpResponse('405 Method Not Allowed', 'text/plain', '405 must CONNECT\n');
    else if (path === DEBUG_PATH && method === 'GET')
      response = httpResponse('200 OK', 'text/html', debugPage(this.#state));
    this.#port.write(toBytes.encode(response));
    this.#end();
  }

  /** Nothing that comes can be understood any more; what is running is still answered. */
  #broken(error: RpcError): void {
    this.#state.events.emit('disconnect', { client: this.#port.remote, error });
    this.#loop?.stop();
    this.#leaving = true;
    // A client that takes nothing will not take these answers either.
    if (this.#loop === undefined || this.#loop.writer.blocked) this.#close(error);
    else if (this.#loop.running.size === 0) this.#end();
  }

  #giveUp(error: RpcError): void {
    this.#state.events.emit('disconnect', { client: this.#port.remote, error });
    this.#close(error);
  }

  /** Ends the sending direction. What still comes is read and dropped: closing over it would cost the client its last responses. */
  #end(): void {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    this.#loop?.writer.finish();
    this.#loop?.stop();
    this.#port.end();
    this.#within(LINGER_MS, () => this.#port.destroy());
  }

  /** The connection is over, here or there: whatever runs for it is told. */
  #close(error: RpcError): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#limit?.cancel();
    this.#loop?.stop();
    this.#loop?.writer.close();
    this.#port.destroy();
    this.#state.connections.delete(this);
    for (const operation of this.#loop?.running ?? []) operation.internalCancel(error);
    this.#state.onDisconnect();
  }

  #within(ms: number, task: () => void): void {
    this.#limit?.cancel();
    this.#limit =
      ms === Number.POSITIVE_INFINITY ? undefined : after(this.#state.settings.runtime, ms, task, { ref: false });
  }
}

function shuttingDown(): RpcError {
  return new RpcError('ERR_GEERPC_SHUTDOWN', 'rpc server: shutting down');
}
