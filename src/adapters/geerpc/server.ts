import { after } from '../../core/after.ts';
import { checkLimit } from '../../core/deadline.ts';
import { checkOptions } from '../check-options.ts';
import type { FlowPort } from '../node/flow-port.ts';
import { type Listener, listenFlow } from '../node/listen-flow.ts';
import { parseAddress } from './address.ts';
import { closeNames } from './close-names.ts';
import type { Implementation, Methods, Service } from './contract.ts';
import { Emitter } from './emitter.ts';
import { ServiceRegistry } from './registry.ts';
import { RpcError } from './rpc-error.ts';
import { ServerConnection } from './server-connection.ts';
import { type ServerOptions, serverSettings } from './server-options.ts';
import type { ServerEvents, ServerState } from './server-state.ts';

/** What is going on in a server. */
export interface ServerStats {
  readonly connections: number;
  /** Handlers that run although their request is decided: it timed out, or its client is gone. */
  readonly abandoned: number;
  /** Those of them that have ended since; what they came to was dropped. */
  readonly late: number;
}

/**
 * A server for GeeRPC clients, Go's and ours, plain or by HTTP CONNECT on one and the same port.
 *
 * ```ts
 * const server = createServer();
 * server.register(Foo, { Sum: ({ Num1, Num2 }) => Num1 + Num2 });
 * const { address } = await server.listen('tcp@127.0.0.1:0');
 * ```
 * @throws TypeError that names the option that is wrong.
 */
export function createServer(options: ServerOptions = {}): RpcServer {
  return new RpcServer(options);
}

export class RpcServer implements AsyncDisposable {
  readonly #state: ServerState;
  readonly #listeners: Set<Listener> = new Set();
  #closing: Promise<void> | undefined;

  /** @internal Made by `createServer`. */
  constructor(options: ServerOptions) {
    this.#state = {
      settings: serverSettings(options),
      registry: new ServiceRegistry(),
      events: new Emitter(),
      connections: new Set(),
      onDisconnect: () => undefined,
      draining: false,
      abandoned: 0,
      late: 0,
    };
  }

  get stats(): ServerStats {
    const { connections, abandoned, late } = this.#state;
    return { connections: connections.size, abandoned, late };
  }

  /** Returns what takes the listener off again. */
  on<Name extends keyof ServerEvents>(name: Name, listener: (event: ServerEvents[Name]) => void): () => void {
    return this.#state.events.on(name, listener);
  }

  /**
   * Serves a service. The methods are called with the implementation as their `this`.
   * @throws RpcError when a service of that name is served already; TypeError when a method is not implemented.
   */
  register<M extends Methods>(contract: Service<M>, implementation: Implementation<M>): void {
    this.#state.registry.register(contract, implementation);
  }

  /**
   * Listens at `tcp@host:port` (port 0 takes a free one) or `unix@path`; several times if wanted. Plain connections, HTTP CONNECT and
   * the page at `/debug/geerpc` are told apart by their first bytes.
   * @returns the address to dial, with the port that was taken. Rejects if it cannot be had.
   */
  async listen(address: string): Promise<{ readonly address: string }> {
    const where = parseAddress(address);
    if (where.protocol === 'http')
      throw new TypeError(`Expected an address tcp@host:port or unix@path, got '${address}'`);
    if (this.#state.draining) throw new RpcError('ERR_GEERPC_SHUTDOWN', 'the server is closed');
    const target = where.protocol === 'unix' ? { path: where.path } : { host: where.host, port: where.port };
    const listener = await listenFlow(target, {
      accept: (port) => this.accept(port),
      error: (error) => this.#state.events.emit('acceptError', { error }),
    });
    if (this.#state.draining) await listener.close();
    else this.#listeners.add(listener);
    return { address: `${where.protocol}@${listener.address}` };
  }

  /** Serves one connection that was accepted elsewhere. */
  accept(port: FlowPort): void {
    const { settings, connections, draining, events } = this.#state;
    if (!draining && connections.size < settings.maxConnections) new ServerConnection(port, this.#state);
    else {
      port.destroy();
      if (!draining) events.emit('refused', { client: port.remote });
    }
  }

  /**
   * Takes no more connections and requests, and waits up to `drain` ms (0 by default) for the handlers that run. Then their signals
   * abort and their requests are answered with an error. Fulfils when all connections are closed.
   */
  close(options: { readonly drain?: number } = {}): Promise<void> {
    const { drain = 0 } = { ...options };
    try {
      checkOptions('close', closeNames, options);
      checkLimit('drain', drain);
    } catch (error) {
      return Promise.reject(error);
    }
    this.#closing ??= this.#close(drain);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(drain: number): Promise<void> {
    const { connections, settings } = this.#state;
    this.#state.draining = true;
    const closed = [...this.#listeners].map((listener) => listener.close());
    for (const each of connections) each.drain();
    const cancel = () => {
      for (const each of connections) each.cancel();
    };
    const limit = after(settings.runtime, drain, cancel);
    await new Promise<void>((resolve) => {
      this.#state.onDisconnect = () => {
        if (connections.size === 0) resolve();
      };
      this.#state.onDisconnect();
    });
    limit.cancel();
    await Promise.all(closed);
  }
}
