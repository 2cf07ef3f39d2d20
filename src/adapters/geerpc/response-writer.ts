import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';
import type { FlowPort } from '../node/flow-port.ts';
import type { MessageEncoder } from './codec.ts';
import { errorText } from './error-text.ts';
import { ByteWriter } from './gob/byte-writer.ts';
import { type Header, NO_BODY } from './header.ts';
import type { ServedMethod } from './registry.ts';
import { WRITE_BYTES, WriteParts } from './write-parts.ts';

/** The sending end of a server's connection: responses of one turn go out in one write; a client that takes none is given up. */
export class ResponseWriter {
  /** Whether the client takes no more for now. */
  blocked = false;
  /** The client takes bytes again. */
  onDrain: () => void = () => undefined;
  readonly #port: FlowPort;
  readonly #encoder: MessageEncoder;
  readonly #runtime: Runtime;
  readonly #limitMs: number;
  readonly #giveUp: () => void;
  /** What waits to be written: this, then that. */
  readonly #rest: WriteParts = new WriteParts();
  readonly #out: ByteWriter = new ByteWriter();
  #flushing = false;
  #closed = false;
  #limit: Waiting | undefined;

  constructor(port: FlowPort, encoder: MessageEncoder, runtime: Runtime, limitMs: number, giveUp: () => void) {
    this.#port = port;
    this.#encoder = encoder;
    this.#runtime = runtime;
    this.#limitMs = limitMs;
    this.#giveUp = giveUp;
    port.onDrain = () => this.#drained();
  }

  /** A value in answer to a request. Returns false if it cannot be encoded: then an error has gone out in its place. */
  value(header: Header, { reply }: ServedMethod, value: unknown): boolean {
    if (this.#closed) return true;
    try {
      this.#encoder.encode(answerTo(header, ''), reply, value, this.#out);
      this.#flushSoon();
      return true;
    } catch (error) {
      this.error(header, errorText(error));
      return false;
    }
  }

  /** An error in answer to a request. */
  error(header: Header, text: string): void {
    if (this.#closed) return;
    this.#encoder.encode(answerTo(header, text), NO_BODY, {}, this.#out);
    this.#flushSoon();
  }

  /** Waits with what follows for a call of `flush`, which is to come within this turn; false when it is waiting already. */
  hold(): boolean {
    if (this.#flushing) return false;
    this.#flushing = true;
    return true;
  }

  /** Writes what is waiting, as far as the client takes it. */
  readonly flush = (): void => {
    this.#flushing = false;
    while (!this.blocked) {
      if (this.#rest.empty && this.#out.length > 0) this.#rest.put(this.#out.cut());
      const part = this.#rest.take();
      if (part.length === 0) return;
      this.#write(part);
    }
  };

  /** Writes all of it: nothing follows. */
  finish(): void {
    for (const part of [this.#rest.takeAll(), this.#out.cut()]) if (part.length > 0) this.#port.write(part);
    this.#limit?.cancel();
  }

  /** Nobody is there any more: what would be sent is dropped. */
  close(): void {
    this.#closed = true;
    this.#out.clear();
    this.#rest.takeAll();
    this.#limit?.cancel();
  }

  #write(bytes: Uint8Array): void {
    if (this.#port.write(bytes)) return;
    this.blocked = true;
    if (this.#limitMs < Number.POSITIVE_INFINITY)
      this.#limit = after(this.#runtime, this.#limitMs, this.#giveUp, { ref: false });
  }

  #flushSoon(): void {
    if (this.#out.length >= WRITE_BYTES) this.flush();
    if (this.#flushing || this.#out.length === 0) return;
    this.#flushing = true;
    this.#port.soon(this.flush);
  }

  #drained(): void {
    this.blocked = false;
    this.#limit?.cancel();
    this.#limit = undefined;
    this.flush();
    if (!this.blocked) this.onDrain();
  }
}

/** Only what belongs to the answer: an error that came with the request is not sent back. */
function answerTo({ ServiceMethod, Seq }: Header, text: string): Header {
  return { ServiceMethod, Seq, Error: text };
}
