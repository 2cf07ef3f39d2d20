import type { MessageDecoder, MessageEncoder } from './codec.ts';
import type { ByteWriter } from './gob/byte-writer.ts';
import { GobDecoder } from './gob/gob-decoder.ts';
import { GobEncoder } from './gob/gob-encoder.ts';
import { GobError } from './gob/gob-error.ts';
import type { GobType } from './gob/gob-type.ts';
import type { GobLimits } from './gob/limits.ts';
import type { PreparedMessages } from './gob/prepared-messages.ts';
import { HEADER, type Header } from './header.ts';
import { RpcError } from './rpc-error.ts';

/** Header and body as two values of one gob stream. */
export class GobMessageEncoder implements MessageEncoder {
  readonly #encoder = new GobEncoder();

  prepare(header: Header, type: GobType<unknown>, body: unknown): PreparedMessages {
    try {
      return this.#encoder.prepare([HEADER, header], [type, body]);
    } catch (cause) {
      throw unencodable(cause);
    }
  }

  send(prepared: PreparedMessages, out: ByteWriter): void {
    this.#encoder.sendTo(out, prepared);
  }

  encode(header: Header, type: GobType<unknown>, body: unknown, out: ByteWriter): void {
    try {
      this.#encoder.encodeTo(out, [HEADER, header], [type, body]);
    } catch (cause) {
      throw unencodable(cause);
    }
  }
}

/** The reading end of the same. */
export class GobMessageDecoder implements MessageDecoder {
  readonly #decoder: GobDecoder;

  constructor(limits: Partial<GobLimits> = {}) {
    this.#decoder = new GobDecoder({ limits });
  }

  get bufferedBytes(): number {
    return this.#decoder.bufferedBytes;
  }

  push(chunk: Uint8Array): void {
    try {
      this.#decoder.push(chunk);
    } catch (cause) {
      throw broken(cause);
    }
  }

  header(): Header | undefined {
    try {
      return this.#decoder.decode(HEADER);
    } catch (cause) {
      // Without its header a body belongs to nobody: here nothing is recoverable.
      throw broken(cause);
    }
  }

  ready(): boolean {
    try {
      return this.#decoder.ready();
    } catch (cause) {
      throw broken(cause);
    }
  }

  body(type: GobType<unknown>): unknown {
    try {
      return this.#decoder.decode(type);
    } catch (cause) {
      if (!(cause instanceof GobError) || !cause.recoverable) throw broken(cause);
      throw new RpcError('ERR_GEERPC_DECODE', cause.message, { cause });
    }
  }

  skip(): boolean {
    try {
      return this.#decoder.skip();
    } catch (cause) {
      throw broken(cause);
    }
  }
}

function unencodable(cause: unknown): RpcError {
  return new RpcError('ERR_GEERPC_ENCODE', messageOf(cause), { cause });
}

function broken(cause: unknown): RpcError {
  return new RpcError('ERR_GEERPC_PROTOCOL', messageOf(cause), { cause });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
