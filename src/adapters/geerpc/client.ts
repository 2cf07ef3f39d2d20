import { after } from '../../core/after.ts';
import { checkLimit } from '../../core/deadline.ts';
import type { Runtime } from '../../core/runtime.ts';
import { TimedOperation } from '../../core/timed-operation.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';
import { checkOptions, type OptionNames } from '../check-options.ts';
import type { FlowPort } from '../node/flow-port.ts';
import { CALL_HOOKS, type CallOperation, PendingCall } from './call-operation.ts';
import { type CallOptions, callNames, type NamedCallOptions, namedCallNames } from './call-options.ts';
import { checkService } from './check-service.ts';
import { ClientConnection } from './client-connection.ts';
import type { ClientEvents } from './client-events.ts';
import type { ClientSettings } from './client-options.ts';
import { closeNames } from './close-names.ts';
import type { BoundService, Method, Methods, Service } from './contract.ts';
import { Emitter } from './emitter.ts';
import { errorOf, RpcError, shutdownError } from './rpc-error.ts';
import { startOperation } from './start-operation.ts';

/** What is going on in a client. */
export interface ClientStats {
  /** Sent and unanswered. */
  readonly inFlight: number;
  /** Not sent yet. */
  readonly queued: number;
  readonly timeouts: number;
  /** Responses that nobody waited for any more. */
  readonly late: number;
}

/** One connection to a server; `dial` makes it. It is used up when the connection ends: `available` tells, and `close` the event. */
export class RpcClient implements AsyncDisposable {
  readonly #connection: ClientConnection;
  readonly #runtime: Runtime;
  readonly #settings: ClientSettings;
  readonly #port: FlowPort;
  readonly #events: Emitter<ClientEvents> = new Emitter();
  readonly #methods: Map<string, Method> = new Map();
  readonly #closed: Promise<void>;
  #closing = false;

  /** @internal Over a port on which the Option has been sent. */
  constructor(port: FlowPort, address: string, runtime: Runtime, settings: ClientSettings) {
    this.#port = port;
    this.#runtime = runtime;
    this.#settings = settings;
    this.#connection = new ClientConnection(port, address, runtime, settings, this.#events);
    this.#closed = new Promise((resolve) => this.#events.on('close', () => resolve()));
    for (const each of settings.services) this.#learn(each);
  }

  /** Whether calls can be made. */
  get available(): boolean {
    return !this.#closing && this.#connection.reason === undefined;
  }

  get stats(): ClientStats {
    const { inFlight, outbox, timeouts, late } = this.#connection;
    return { inFlight, queued: outbox.size, timeouts, late };
  }

  /** Returns what takes the listener off again. What it throws is reported and stops nothing. */
  on<Name extends keyof ClientEvents>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** The methods of a service as functions. */
  bind<M extends Methods>(contract: Service<M>): BoundService<M> {
    this.#learn(contract);
    const bound = Object.entries(contract.methods).map(([short, method]) => {
      const name = `${contract.name}.${short}`;
      return [short, (args: unknown, options?: CallOptions) => this.#start(name, method, args, options, callNames)];
    });
    return Object.fromEntries(bound) as BoundService<M>;
  }

  /**
   * Calls `Service.Method`. Its deadline covers waiting to be sent, sending, the server's time and the whole response; encoding before
   * and decoding after are outside. A request that is not sent when it times out or is cancelled is never sent.
   *
   * Rejects with a `TimeoutError`, a `CancelledError`, the signal's own reason, or an `RpcError`.
   */
  call<Reply = unknown>(method: string, args: unknown, options?: NamedCallOptions): TimedPromise<Reply> {
    const types = options?.types ?? this.#methods.get(method);
    return this.#start(method, types, args, options, namedCallNames) as TimedPromise<Reply>;
  }

  /**
   * Takes no more calls, waits up to `drain` ms (0 by default) for those that were made, cancels the rest and closes the connection.
   * Again is the same; always fulfils, but for a `drain` that is no number of milliseconds.
   */
  async close(options: { readonly drain?: number } = {}): Promise<void> {
    checkOptions('close', closeNames, options);
    const { drain = 0 } = options;
    checkLimit('drain', drain);
    this.#closing = true;
    const connection = this.#connection;
    if (connection.reason === undefined && drain > 0) {
      await new Promise<void>((resolve) => {
        const limit = after(this.#runtime, drain, resolve);
        connection.whenIdle(() => {
          limit.cancel();
          resolve();
        });
      });
    }
    const { local, remote } = this.#port;
    const text = `read tcp ${local}->${remote}: use of closed network connection`;
    connection.end(new RpcError('ERR_GEERPC_SHUTDOWN', text));
    await this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #learn(contract: Service): void {
    checkService('contract', contract);
    for (const [name, method] of Object.entries(contract.methods))
      this.#methods.set(`${contract.name}.${name}`, method);
  }

  #start(
    name: string,
    types: Method | undefined,
    args: unknown,
    options: CallOptions | undefined,
    known: OptionNames,
  ): TimedPromise<unknown> {
    const connection = this.#connection;
    const data = new PendingCall(connection, name, types as Method, args);
    const call = new TimedOperation(this.#runtime, CALL_HOOKS, data, { name });
    const promise = call.promise();
    if (!this.available) call.fail(errorOf(name, shutdownError(connection.reason)));
    else if (types === undefined)
      call.fail(new TypeError(`Expected '${String(name)}' to be a method of a service given to dial or bind`));
    else {
      try {
        if (options !== undefined) checkOptions(name, known, options);
      } catch (error) {
        call.fail(error);
        return promise;
      }
      const timeout = options?.timeout ?? this.#settings.callTimeout;
      startOperation(call, options === undefined ? { timeout } : { ...options, timeout }, prepare, send);
    }
    return promise;
  }
}

function prepare(call: CallOperation): void {
  try {
    call.data.connection.prepare(call);
  } catch (error) {
    throw named(call, error);
  }
}

function send(call: CallOperation): void {
  try {
    call.data.connection.send(call);
  } catch (error) {
    throw named(call, error);
  }
}

function named({ data }: CallOperation, error: unknown): unknown {
  return error instanceof RpcError ? errorOf(data.method, error) : error;
}
