import { after } from '../../../core/after.ts';
import { defaultRuntime } from '../../../core/runtime.ts';
import { checkOptions, optionNames } from '../../check-options.ts';
import type { BytePort } from '../../node/byte-port.ts';
import { type Listener, listenFlow } from '../../node/listen-flow.ts';
import type { Fault, FaultScope, InjectedFault } from './faults/fault.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { memoryPorts } from './memory-port.ts';
import { pacedPort } from './paced-port.ts';
import { ServerConnection } from './server-connection.ts';
import type { ServerScheduler } from './server-scheduler.ts';
import { ServerSession } from './session/server-session.ts';
import { type ServerSettings, serverSettings, settingNames } from './session/server-settings.ts';
import type { ServerState } from './session/server-state.ts';
import { ServerStats } from './stats/server-stats.ts';
import { ItemStore } from './store/item-store.ts';
import { limitNames, type StoreLimits } from './store/store-limits.ts';
import type { ServerClock } from './store/store-time.ts';

const realTime: ServerScheduler = { after: (ms, task) => after(defaultRuntime, ms, task) };

export interface ArcusServerOptions {
  /** Tells the time for expiry (ms). Default: the shared runtime's clock. */
  readonly clock?: ServerClock;
  /** Unix time in seconds at the start. Default: what `Date.now()` says. */
  readonly startedAt?: number;
  /** What the faults that wait wait with: the shared runtime by default. `connect` delivers by its `after(0)` if one is given, else at once. */
  readonly scheduler?: ServerScheduler;
  readonly limits?: Partial<StoreLimits>;
  readonly settings?: Partial<ServerSettings>;
}

/** Where a server listens. */
export interface TcpServerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
}

const serverOptions = {
  clock: true,
  startedAt: true,
  scheduler: true,
  limits: limitNames,
  settings: settingNames,
} as const;
const serverNames = optionNames<ArcusServerOptions>(serverOptions);
const listenNames = optionNames<ArcusServerOptions & TcpServerOptions>({ port: true, host: true, ...serverOptions });

/**
 * An ARCUS cache server in memory, for tests: it answers as arcus-memcached 1.15.0 does, with faults on demand. `listen` puts it on a TCP port;
 * one made with `new` has none and is reached by `connect` and `accept`.
 *
 * ```ts
 * await using server = await ArcusServer.listen()
 * const fault = server.inject({ kind: 'hang' }, { command: 'get', times: 1 })
 * ```
 *
 * It differs in this: sets and maps keep the order of insertion, where the real one has an order of hash values, and `sop get` with a count takes the oldest
 * elements, not random ones; memory is counted roughly; `help`, `cmdlog`, `lqdetect`, `dump` and a valid `shutdown` answer `NOT_SUPPORTED`.
 */
export class ArcusServer {
  readonly #state: ServerState;
  readonly #scheduler: ServerScheduler | undefined;
  readonly #faults = new FaultPlan();
  readonly #connections = new Set<ServerConnection>();
  #accepted = 0;
  #listener: Listener | undefined;
  #closed = false;

  /** @throws TypeError that names an option that is none */
  constructor(options: ArcusServerOptions = {}) {
    checkOptions('new ArcusServer', serverNames, options);
    const { clock = defaultRuntime.clock, startedAt, scheduler, limits = {}, settings } = options;
    const store = new ItemStore({ clock, limits, ...(startedAt === undefined ? {} : { startedAt }) });
    this.#state = { store, settings: serverSettings(settings), stats: new ServerStats() };
    this.#scheduler = scheduler;
  }

  /** Starts a server on a TCP port (default: a free one of `127.0.0.1`). Rejects if the port cannot be had. */
  static async listen(options: ArcusServerOptions & TcpServerOptions = {}): Promise<ArcusServer> {
    checkOptions('ArcusServer.listen', listenNames, options);
    const { host = '127.0.0.1', port = 0, ...rest } = options;
    const server = new ArcusServer(rest);
    server.#listener = await listenFlow({ host, port }, { accept: (port) => server.accept(pacedPort(port)) });
    return server;
  }

  /** The TCP port; 0 for a server without one. */
  get port(): number {
    return Number(this.address.slice(this.address.lastIndexOf(':') + 1));
  }

  /** `host:port`, as clients name a node. */
  get address(): string {
    return this.#listener?.address ?? 'memory:0';
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#connections.size;
  }

  /** What is stored, for a look from a test. */
  get store(): ItemStore {
    return this.#state.store;
  }

  /** Makes responses (or, for `refuse`, connections) go wrong from now on; `scope` says which. @throws TypeError, RangeError if the fault makes no sense */
  inject(fault: Fault, scope?: FaultScope): InjectedFault {
    return this.#faults.inject(fault, scope);
  }

  /** Opens a connection without a socket and answers the client's end of it. */
  connect(): BytePort {
    const [client, server] = memoryPorts((task) => {
      if (this.#scheduler) this.#scheduler.after(0, task);
      else task();
    });
    this.accept(server);
    return client;
  }

  /** Serves whoever is at the other end of `port`. Above the connection limit, after `close` or by a `refuse` it is closed at once, without a byte. */
  accept(port: BytePort): void {
    const number = ++this.#accepted;
    const full = this.#connections.size >= this.#state.settings.maxConnections;
    if (this.#closed || full || this.#faults.strikeConnection(number)) {
      port.destroy();
      return;
    }
    const session = new ServerSession(this.#state);
    const connection = new ServerConnection(number, port, session, this.#faults, this.#scheduler ?? realTime, () => {
      this.#connections.delete(connection);
      this.#state.stats.connections = this.#connections.size;
    });
    this.#connections.add(connection);
    this.#state.stats.connections = this.#connections.size;
  }

  /** Breaks every open connection. */
  dropConnections(): void {
    for (const connection of [...this.#connections]) connection.destroy();
  }

  /** Stops listening and breaks every connection. Fulfils once the port is free; a second call waits for the same. */
  async close(): Promise<void> {
    this.#closed = true;
    const freed = this.#listener?.close();
    this.dropConnections();
    await freed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
