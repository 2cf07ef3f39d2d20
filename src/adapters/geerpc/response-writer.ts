import { after, type Waiting } from '../../core/after.ts';
import type { Runtime } from '../../core/runtime.ts';
import type { FlowPort } from '../node/flow-port.ts';
import type { MessageEncoder } from './codec.ts';
import { errorText } from './error-text.ts';
import { ByteWriter } from './gob/byte-writer.ts';
import { type Header, NO_BODY } from './header.ts';
import type { ServedMethod } from './registry.ts';

/** What waits for the end of the turn, at most: bytes. */
const WRITE_BYTES = 64 * 1024;

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
  /** What waits to be written. */
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

  /** Whoever calls this calls `flush` within this turn. */
  hold(): void {
    this.#flushing = true;
  }

  /** Writes what is waiting. */
  readonly flush = (): void => {
    this.#flushing = false;
    if (this.#out.length === 0 || this.#port.write(this.#out.cut()) || this.blocked) return;
    this.blocked = true;
    if (this.#limitMs < Number.POSITIVE_INFINITY)
      this.#limit = after(this.#runtime, this.#limitMs, this.#giveUp, { ref: false });
  };

  /** Nobody is there any more: what would be sent is dropped. */
  close(): void {
    this.#closed = true;
    this.#out.clear();
    this.#limit?.cancel();
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
    this.onDrain();
  }
}

/** Only what belongs to the answer: an error that came with the request is not sent back. */
function answerTo({ ServiceMethod, Seq }: Header, text: string): Header {
  return { ServiceMethod, Seq, Error: text };
}
