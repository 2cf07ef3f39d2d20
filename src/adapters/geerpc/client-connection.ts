import type { TimeoutError } from '../../core/errors.ts';
import type { Runtime } from '../../core/runtime.ts';
import type { FlowPort } from '../node/flow-port.ts';
import type { CallOperation } from './call-operation.ts';
import type { ClientEvents } from './client-events.ts';
import type { ClientSettings } from './client-options.ts';
import { CODECS, type MessageDecoder, type MessageEncoder } from './codec.ts';
import type { Emitter } from './emitter.ts';
import { ByteWriter } from './gob/byte-writer.ts';
import { Liveness } from './liveness.ts';
import { connectionError } from './network-error.ts';
import { Outbox } from './outbox.ts';
import { ResponseReader } from './response-reader.ts';
import { RpcError, shutdownError } from './rpc-error.ts';
import { WRITE_BYTES, WriteParts } from './write-parts.ts';

/**
 * The calls of one connection: those that wait to be sent, and those that wait for their response. Calls made in one turn of the event
 * loop go out in one write; when the socket takes no more they wait here, where they can be withdrawn.
 */
export class ClientConnection {
  /** What it ended with; `undefined` while it is open. */
  reason: RpcError | undefined;
  timeouts = 0;
  readonly address: string;
  readonly encoder: MessageEncoder;
  readonly outbox: Outbox = new Outbox();
  readonly #port: FlowPort;
  readonly #runtime: Runtime;
  readonly #settings: ClientSettings;
  readonly #events: Emitter<ClientEvents>;
  readonly #inFlight: Map<number | bigint, CallOperation> = new Map();
  readonly #liveness: Liveness;
  readonly #reader: ResponseReader;
  readonly #idleTasks: (() => void)[] = [];
  readonly #out: ByteWriter = new ByteWriter();
  /** Of what was cut off `#out`, what the socket has not been given yet. */
  readonly #rest: WriteParts = new WriteParts();
  #lastSeq = 0;
  #flushing = false;
  /** Since when the socket has taken no more; `undefined` while it takes. */
  #blockedAt: number | undefined;

  constructor(
    port: FlowPort,
    address: string,
    runtime: Runtime,
    settings: ClientSettings,
    events: Emitter<ClientEvents>,
  ) {
    const codec = CODECS[settings.codec];
    const decoder: MessageDecoder = codec.decoder(settings.limits);
    this.#port = port;
    this.address = address;
    this.#runtime = runtime;
    this.#settings = settings;
    this.#events = events;
    this.encoder = codec.encoder();
    this.#reader = new ResponseReader(decoder, this.#inFlight, events);
    this.#liveness = new Liveness(runtime, settings.retireAfter, (ms) => this.#retire(ms));
    port.onData = (bytes) => this.#receive(bytes);
    port.onDrain = () => this.#drained();
    port.onEnd = () => this.end(connectionError(port, this.#reader.insideMessage));
    port.onClose = () => {
      this.end(connectionError(port, this.#reader.insideMessage));
      events.emit('close', { error: this.reason });
    };
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  get late(): number {
    return this.#reader.late;
  }

  get idle(): boolean {
    return this.#inFlight.size === 0 && this.outbox.size === 0;
  }

  /** Runs `task` once nothing waits any more, or the connection is over. */
  whenIdle(task: () => void): void {
    if (this.idle) task();
    else this.#idleTasks.push(task);
  }

  /** Encodes a call and gives it its number. @throws RpcError when its argument cannot be encoded. */
  prepare({ data }: CallOperation): void {
    const header = { ServiceMethod: data.method, Seq: this.#lastSeq + 1, Error: '' };
    data.prepared = this.encoder.prepare(header, data.types.args, data.args);
    data.args = undefined;
    data.seq = ++this.#lastSeq;
  }

  /** Queues an encoded call. @throws RpcError when too many wait, and when the connection ended while it was encoded. */
  send(call: CallOperation): void {
    if (this.reason !== undefined) throw shutdownError(this.reason);
    const { outbox } = this;
    const { maxQueued, maxQueuedBytes } = this.#settings;
    if (outbox.size >= maxQueued || (outbox.size > 0 && outbox.bytes + call.data.size > maxQueuedBytes)) {
      throw new RpcError('ERR_GEERPC_BUSY', `${outbox.size} calls of ${outbox.bytes} bytes wait to be sent already`);
    }
    outbox.push(call);
    this.#flushSoon();
  }

  /** Lets go of a decided call: it is withdrawn, or its response will be nobody's. Does the connection still live? */
  forget(call: CallOperation): void {
    const { sentAt } = call.data;
    if (this.reason === undefined) {
      if (sentAt === undefined) this.#liveness.stuck(this.#blockedAt);
      else if (call.outcome === 'timedOut') this.#liveness.unanswered(sentAt);
      else this.#liveness.cancelled(sentAt);
    }
    if (!this.outbox.withdraw(call)) this.#inFlight.delete(call.data.seq);
    call.data.prepared = undefined;
    if (this.outbox.size > 0) this.#flushSoon();
    if (this.idle) this.#tellIdle();
  }

  /** A call passed its limit: says where it was. */
  timedOut(call: CallOperation, error: TimeoutError): void {
    const { sentAt, method, seq } = call.data;
    this.timeouts++;
    error.node = this.address;
    error.written = sentAt !== undefined;
    error.stage = sentAt === undefined ? 'queued' : this.#blockedAt === undefined ? 'reading' : 'writing';
    this.#events.emit('timeout', { method, seq, error });
  }

  /** Ends the connection: whoever waits is told why. Again is nothing. */
  end(reason: RpcError): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#liveness.stop();
    this.#port.destroy();
    const reading = this.#reader.reading;
    const waiting = [...this.#inFlight.values(), ...this.outbox.clear()];
    this.#inFlight.clear();
    for (const call of waiting) {
      // Cut in the middle of its body, which its server may have been unable to encode.
      const cut = call === reading && reason.code === 'ERR_GEERPC_CONNECTION';
      call.internalCancel(
        cut ? new RpcError(reason.code, `reading body ${reason.message}`, { cause: reason }) : reason,
      );
    }
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#idleTasks.length === 0) return;
    for (const task of this.#idleTasks.splice(0)) task();
  }

  #retire(sinceMs: number): void {
    const text = `no response and no progress for ${Math.round(sinceMs)} ms: the connection is given up`;
    this.#events.emit('retire', { sinceMs });
    this.end(new RpcError('ERR_GEERPC_CONNECTION', text));
  }

  #flushSoon(): void {
    if (this.#flushing || this.#blockedAt !== undefined) return;
    this.#flushing = true;
    this.#port.soon(this.#flush);
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    const now = this.#runtime.clock.now();
    while (this.reason === undefined && this.#blockedAt === undefined && this.#writeSome(now));
  };

  /** Writes as much as the socket is given at once. Returns whether more may follow. */
  #writeSome(now: number): boolean {
    if (this.#rest.empty) this.#cut(now);
    const part = this.#rest.take();
    if (part.length === 0) return false;
    if (!this.#port.write(part)) this.#blockedAt = now;
    return true;
  }

  /** Takes calls out of the outbox: their bytes are what is written next. */
  #cut(now: number): void {
    const out = this.#out;
    while (out.length < WRITE_BYTES && this.#inFlight.size < this.#settings.maxInFlight) {
      const call = this.outbox.shift();
      if (call?.data.prepared === undefined) break;
      this.encoder.send(call.data.prepared, out);
      call.data.prepared = undefined;
      call.data.sentAt = now;
      this.#inFlight.set(call.data.seq, call);
    }
    if (out.length === 0) return;
    this.#liveness.sent(now);
    this.#rest.put(out.cut());
  }

  #drained(): void {
    this.#blockedAt = undefined;
    this.#liveness.drained();
    if (!this.#rest.empty) this.#flush();
    else if (this.outbox.size > 0) this.#flushSoon();
  }

  #receive(bytes: Uint8Array): void {
    if (this.reason !== undefined) return;
    this.#liveness.received();
    try {
      this.#reader.push(bytes);
    } catch (error) {
      this.end(error as RpcError);
      return;
    }
    if (this.outbox.size > 0) this.#flushSoon();
    if (this.idle) this.#tellIdle();
  }
}
