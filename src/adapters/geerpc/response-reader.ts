import { failWithStack } from '../fail-with-stack.ts';
import type { CallOperation } from './call-operation.ts';
import type { ClientEvents } from './client-events.ts';
import type { MessageDecoder } from './codec.ts';
import type { Emitter } from './emitter.ts';
import type { Header } from './header.ts';
import { errorOf, RpcError } from './rpc-error.ts';

/** The receiving loop: takes responses off the stream and gives each to its own call. A body that nobody waits for is skipped. */
export class ResponseReader {
  /** Responses that nobody waited for. */
  late = 0;
  readonly #decoder: MessageDecoder;
  readonly #inFlight: Map<number | bigint, CallOperation>;
  readonly #events: Emitter<ClientEvents>;
  /** Read, and its body not yet. */
  #header: Header | undefined;

  constructor(decoder: MessageDecoder, inFlight: Map<number | bigint, CallOperation>, events: Emitter<ClientEvents>) {
    this.#decoder = decoder;
    this.#inFlight = inFlight;
    this.#events = events;
  }

  /** Whether a response has begun and is not complete. */
  get insideMessage(): boolean {
    return this.#header !== undefined || this.#decoder.bufferedBytes > 0;
  }

  /** The call whose body is being read. */
  get reading(): CallOperation | undefined {
    return this.#header === undefined ? undefined : this.#inFlight.get(this.#header.Seq);
  }

  /** Takes bytes in, and completes the calls whose responses are whole. @throws RpcError when the stream is broken. */
  push(bytes: Uint8Array): void {
    const decoder = this.#decoder;
    decoder.push(bytes);
    for (;;) {
      this.#header ??= decoder.header();
      if (this.#header === undefined || !decoder.ready()) return;
      const header = this.#header;
      this.#header = undefined;
      this.#finish(header);
    }
  }

  /** The body is there to its last byte: from here on the call is no longer under its limit. */
  #finish({ ServiceMethod: method, Seq: seq, Error: text }: Header): void {
    const call = this.#inFlight.get(seq);
    this.#inFlight.delete(seq);
    let won: boolean;
    if (call === undefined || text !== '') {
      this.#decoder.skip();
      won = call !== undefined && failCall(call, () => new RpcError('ERR_GEERPC_REMOTE', text));
    } else won = this.#respond(call);
    if (won) return;
    this.late++;
    this.#events.emit('late', { method, seq });
  }

  #respond(call: CallOperation): boolean {
    let value: unknown;
    try {
      value = this.#decoder.body(call.data.types.reply);
    } catch (cause) {
      const { code, message } = cause as RpcError;
      const error = () => new RpcError(code, `reading body ${message}`, { cause });
      const won = failCall(call, error);
      if (code !== 'ERR_GEERPC_DECODE') throw error();
      return won;
    }
    return call.respond(value);
  }
}

function failCall(call: CallOperation, make: () => RpcError): boolean {
  return failWithStack(call, () => errorOf(call.data.method, make()));
}
