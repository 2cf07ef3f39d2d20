import type { FlowPort } from '../node/flow-port.ts';
import type { Address } from './address.ts';
import { concat } from './concat.ts';
import { CONNECT_REQUEST, CONNECTED, endOfHead, parseStatus } from './http-head.ts';
import { connectionError, dialError } from './network-error.ts';
import { RpcError } from './rpc-error.ts';

/** The longest head that an HTTP answer may have: bytes. */
const MAX_HEAD = 8 * 1024;
const NOTHING = new Uint8Array(0);

/** How a handshake ends, if nobody gives it up. */
export interface HandshakeEnd {
  /** The Option is written. `rest`: what the server has sent already, which is the beginning of its responses. */
  done(rest: Uint8Array): void;
  failed(error: RpcError): void;
}

/** The client's side of the way from a new connection to one on which calls can be made. */
export class Handshake {
  /** Where it is, as errors tell it. */
  stage: 'connecting' | 'reading' = 'connecting';
  readonly port: FlowPort;
  readonly #address: Address;
  readonly #option: Uint8Array;
  readonly #end: HandshakeEnd;
  #head: Uint8Array = NOTHING;
  #over = false;

  constructor(port: FlowPort, address: Address, option: Uint8Array, end: HandshakeEnd) {
    this.port = port;
    this.#address = address;
    this.#option = option;
    this.#end = end;
    port.onOpen = () => this.#opened();
    port.onData = (bytes) => this.#received(bytes);
    port.onEnd = () => this.#closed();
    port.onClose = () => this.#closed();
  }

  #opened(): void {
    if (this.#address.protocol !== 'http') {
      this.#finish(NOTHING);
      return;
    }
    this.stage = 'reading';
    this.port.write(new TextEncoder().encode(CONNECT_REQUEST));
  }

  /** The Option must not go out before the answer is here: Go's server loses what comes with the request. */
  #received(bytes: Uint8Array): void {
    if (this.#over) return;
    this.#head = concat([this.#head, bytes], this.#head.length + bytes.length);
    const end = endOfHead(this.#head, 0, this.#head.length);
    if (end < 0 && this.#head.length <= MAX_HEAD) return;
    try {
      if (end < 0 || end > MAX_HEAD)
        throw new RpcError('ERR_GEERPC_CONNECT', `expected an HTTP head of at most ${MAX_HEAD} bytes`);
      const status = parseStatus(new TextDecoder().decode(this.#head.subarray(0, end)));
      if (status !== CONNECTED) throw new RpcError('ERR_GEERPC_CONNECT', `unexpected HTTP response: ${status}`);
    } catch (error) {
      this.#fail(error as RpcError);
      return;
    }
    this.#finish(this.#head.subarray(end));
  }

  #closed(): void {
    const { port } = this;
    const { protocol } = this.#address;
    const place = this.#address.protocol === 'unix' ? this.#address.path : joined(this.#address);
    if (this.stage === 'connecting' && port.error !== undefined) {
      this.#fail(dialError(protocol === 'unix' ? 'unix' : 'tcp', place, port.error));
    } else {
      const cause = connectionError(port, this.#head.length > 0);
      this.#fail(new RpcError('ERR_GEERPC_CONNECT', cause.message, { cause }));
    }
  }

  #fail(error: RpcError): void {
    if (this.#over) return;
    this.#over = true;
    this.port.destroy();
    this.#end.failed(error);
  }

  #finish(rest: Uint8Array): void {
    if (this.#over) return;
    this.#over = true;
    // In one write of its own, and exactly as long as the first read of Go's decoder: so the first request may follow at once.
    this.port.write(this.#option);
    this.#end.done(rest);
  }
}

/** As Go writes it: an IPv6 host in brackets. */
function joined({ host, port }: { readonly host: string; readonly port: number }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
