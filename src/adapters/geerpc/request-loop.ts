import { after, type Waiting } from '../../core/after.ts';
import type { FlowPort } from '../node/flow-port.ts';
import { CODECS, type MessageDecoder } from './codec.ts';
import { OptionEnd } from './entrance.ts';
import { errorText } from './error-text.ts';
import { goDuration } from './go-duration.ts';
import { type HandleOperation, startHandler } from './handle-operation.ts';
import type { Header } from './header.ts';
import { fromNanoseconds, toNanoseconds } from './nanoseconds.ts';
import type { Option } from './option.ts';
import type { ServedMethod } from './registry.ts';
import { ResponseWriter } from './response-writer.ts';
import { RpcError } from './rpc-error.ts';
import type { ServerState } from './server-state.ts';

/** The longest `Service.Method`: characters. */
const MAX_NAME = 1_024;

/** What is read ahead of a client that has enough running, in bytes: a connection that is not read from does not tell that it has ended. */
const READ_AHEAD = 256 * 1024;

/** What the loop needs of its connection. */
export interface LoopOwner {
  /** The stream is broken, or too slow: nothing more is read from it. */
  broken(error: RpcError): void;
  /** The last request that was running has been answered. */
  idle(): void;
  /** Nothing has been asked for as long as a connection may be idle. */
  unused(): void;
}

/** The requests of one connection: read in order, run at once, answered as they end; each exactly once. */
export class RequestLoop {
  readonly running: Set<HandleOperation> = new Set();
  readonly writer: ResponseWriter;
  readonly #port: FlowPort;
  readonly #state: ServerState;
  readonly #owner: LoopOwner;
  readonly #decoder: MessageDecoder;
  readonly #optionEnd: OptionEnd = new OptionEnd();
  /** What a request gets: ms, and as the client is told. */
  readonly #limitMs: number;
  readonly #limitText: string;
  /** Read, and its body not yet. */
  #header: Header | undefined;
  /** Requests may wait here that were not taken, since there was enough to do. */
  #held = false;
  #paused = false;
  #stopped = false;
  /** Of what is running: bytes of its arguments. */
  #runningBytes = 0;
  /** Handlers that run although their request is decided. */
  #abandoned = 0;
  #readLimit: Waiting | undefined;
  #idleLimit: Waiting | undefined;

  constructor(port: FlowPort, option: Option, state: ServerState, owner: LoopOwner) {
    const { settings } = state;
    const codec = CODECS[option.codec];
    const asked = option.handleTimeout === 0n ? Number.POSITIVE_INFINITY : fromNanoseconds(option.handleTimeout);
    const capped = asked > settings.handleTimeout;
    this.#port = port;
    this.#state = state;
    this.#owner = owner;
    this.#decoder = codec.decoder(settings.limits);
    this.#limitMs = capped ? settings.handleTimeout : Math.max(0, asked);
    this.#limitText = goDuration(capped ? toNanoseconds(settings.handleTimeout) : option.handleTimeout);
    const slow = () =>
      owner.broken(new RpcError('ERR_GEERPC_CONNECTION', `the client took no bytes for ${settings.writeTimeout} ms`));
    this.writer = new ResponseWriter(port, codec.encoder(), settings.runtime, settings.writeTimeout, slow);
    this.writer.onDrain = () => this.#goOn();
  }

  push(bytes: Uint8Array): void {
    if (this.#stopped) return;
    try {
      this.#decoder.push(this.#optionEnd.strip(bytes));
    } catch (error) {
      this.#owner.broken(error as RpcError);
      return;
    }
    const held = this.writer.hold();
    this.#run();
    // What has been answered by now goes out now: there is nothing to wait for.
    if (held) this.writer.flush();
  }

  /** Reads nothing more. What is running may still be answered. */
  stop(): void {
    this.#stopped = true;
    this.#readLimit?.cancel();
    this.#readLimit = undefined;
    this.#idleLimit?.cancel();
    if (this.#paused) this.#port.resume();
  }

  /** @internal A request is about to run. */
  started(operation: HandleOperation): void {
    this.running.add(operation);
    this.#runningBytes += operation.data.bytes;
    operation.data.method.inFlight++;
  }

  /** @internal A request was decided while its handler ran. */
  abandon(): void {
    this.#abandoned++;
    this.#state.abandoned++;
  }

  /** @internal Such a handler has ended. */
  lateEnd({ data }: HandleOperation): void {
    this.#abandoned--;
    this.#state.abandoned--;
    this.#state.late++;
    this.#state.events.emit('late', { method: data.header.ServiceMethod });
  }

  /** @internal A request is decided: its one answer. */
  answer(operation: HandleOperation): void {
    const { data, outcome, value, reason } = operation;
    const { header, method, startedAt } = data;
    this.running.delete(operation);
    this.#runningBytes -= data.bytes;
    method.inFlight--;
    method.latency.add(this.#state.settings.runtime.clock.now() - startedAt);
    let good = false;
    if (outcome === 'fulfilled') good = this.writer.value(header, method, value);
    else if (outcome === 'failed') this.writer.error(header, errorText(reason));
    else if (outcome === 'cancelled') this.writer.error(header, 'rpc server: shutting down');
    else {
      method.timeouts++;
      this.writer.error(header, `rpc server: request handle timeout: expect within ${this.#limitText}`);
    }
    if (!good) method.errors++;
    this.#goOn();
    if (this.running.size > 0) return;
    this.#owner.idle();
    this.#limitIdle();
  }

  #run(): void {
    let took = false;
    this.#held = false;
    try {
      while (!this.#stopped && !this.#full) {
        this.#header ??= this.#decoder.header();
        if (this.#header === undefined || !this.#decoder.ready()) break;
        const header = this.#header;
        this.#header = undefined;
        took = true;
        this.#take(header);
      }
    } catch (error) {
      this.#owner.broken(error as RpcError);
      return;
    }
    if (this.#stopped) return;
    this.#held = this.#full;
    this.#pace();
    this.#limitReading(took);
    this.#limitIdle();
  }

  /** The whole request is here. Whatever comes of it, its body is consumed. */
  #take(header: Header): void {
    const found = this.#find(header);
    if (typeof found === 'string') {
      this.#decoder.skip();
      this.writer.error(header, found);
      return;
    }
    const { runtime } = this.#state.settings;
    const buffered = this.#decoder.bufferedBytes;
    found.calls++;
    let args: unknown;
    try {
      args = this.#decoder.body(found.args);
    } catch (error) {
      if ((error as RpcError).code !== 'ERR_GEERPC_DECODE') throw error;
      found.errors++;
      this.writer.error(header, errorText(error));
      return;
    }
    const bytes = buffered - this.#decoder.bufferedBytes;
    const request = { loop: this, header, method: found, bytes, startedAt: runtime.clock.now() };
    startHandler(runtime, request, args, this.#limitMs);
  }

  /** The method to run, or why none is. */
  #find({ ServiceMethod }: Header): ServedMethod | string {
    const { draining, registry, settings } = this.#state;
    if (ServiceMethod.length > MAX_NAME) return 'rpc server: the name of the method is too long';
    if (draining) return 'rpc server: shutting down';
    // They take no place of those in flight: one that never ends must not block its connection. But there is an end to that.
    if (this.#abandoned >= settings.maxInFlight) return 'rpc server: too many handlers run that are out of time';
    return registry.find(ServiceMethod);
  }

  /** Of a client that takes no responses, or has enough running, no request is taken. */
  get #full(): boolean {
    const { maxInFlight, maxInFlightBytes } = this.#state.settings;
    return this.running.size >= maxInFlight || this.#runningBytes >= maxInFlightBytes || this.writer.blocked;
  }

  /** Nor is it read from any more when enough of it waits here. */
  #pace(): void {
    const pause = this.#full && this.#decoder.bufferedBytes >= READ_AHEAD;
    if (pause === this.#paused) return;
    this.#paused = pause;
    if (pause) this.#port.pause();
    else this.#port.resume();
  }

  #goOn(): void {
    if (this.#held && !this.#stopped && !this.#full) this.#run();
  }

  #limitIdle(): void {
    const { runtime, idleTimeout } = this.#state.settings;
    if (idleTimeout === Number.POSITIVE_INFINITY) return;
    this.#idleLimit?.cancel();
    if (this.#stopped || this.running.size > 0) return;
    this.#idleLimit = after(runtime, idleTimeout, () => this.#owner.unused(), { ref: false });
  }

  /** A request that has begun has to end in time. `anew`: others have ended meanwhile. */
  #limitReading(anew: boolean): void {
    const { runtime, readTimeout } = this.#state.settings;
    const begun = !this.#full && (this.#header !== undefined || this.#decoder.bufferedBytes > 0);
    if (this.#readLimit !== undefined && (anew || !begun)) {
      this.#readLimit.cancel();
      this.#readLimit = undefined;
    }
    if (!begun || this.#readLimit !== undefined || readTimeout === Number.POSITIVE_INFINITY) return;
    const tooSlow = () =>
      this.#owner.broken(
        new RpcError('ERR_GEERPC_CONNECTION', `expected a request within ${readTimeout} ms of its first byte`),
      );
    this.#readLimit = after(runtime, readTimeout, tooSlow, { ref: false });
  }
}
