import type { CodecName } from './codec-name.ts';
import type { ByteWriter } from './gob/byte-writer.ts';
import type { GobType } from './gob/gob-type.ts';
import type { GobLimits } from './gob/limits.ts';
import { GobMessageDecoder, GobMessageEncoder } from './gob-codec.ts';
import type { Header } from './header.ts';
import { JsonMessageDecoder, JsonMessageEncoder } from './json-codec.ts';

/** A header and a body that are encoded and may yet be withdrawn: nothing that is sent later depends on them. */
export interface PreparedMessage {
  readonly bytes: Uint8Array;
}

/**
 * The writing end of a connection. What is written to `out` has to be sent, and in this order. `prepare` and `encode` throw an `RpcError`
 * (`ERR_GEERPC_ENCODE`) for what cannot be encoded; nothing is then written.
 */
export interface MessageEncoder {
  prepare(header: Header, type: GobType<unknown>, body: unknown): PreparedMessage;
  /** Writes a prepared message. */
  send(prepared: PreparedMessage, out: ByteWriter): void;
  /** Writes a message that will not be withdrawn. */
  encode(header: Header, type: GobType<unknown>, body: unknown, out: ByteWriter): void;
}

/**
 * The reading end: push chunks as they come, then take a header, then its body or a skip, in turn. What throws with
 * `ERR_GEERPC_PROTOCOL` has broken the stream for good.
 */
export interface MessageDecoder {
  /** Bytes that came and are not read yet. */
  readonly bufferedBytes: number;
  push(chunk: Uint8Array): void;
  /** The next header; `undefined` while it is not there to its last byte. */
  header(): Header | undefined;
  /** Whether the body is there to its last byte. */
  ready(): boolean;
  /** The body, once it is `ready`. Throws an `RpcError` with `ERR_GEERPC_DECODE` if it is not of the type: it is then consumed all the same. */
  body(type: GobType<unknown>): unknown;
  /** Drops the body, whatever it is; false while it is not there. */
  skip(): boolean;
}

/** Both ends of one codec. */
export interface Codec {
  encoder(): MessageEncoder;
  decoder(limits?: Partial<GobLimits>): MessageDecoder;
}

/** The codecs by the names they have in an Option. */
export const CODECS: Readonly<Record<CodecName, Codec>> = {
  'application/gob': {
    encoder: () => new GobMessageEncoder(),
    decoder: (limits) => new GobMessageDecoder(limits),
  },
  'application/json': {
    encoder: () => new JsonMessageEncoder(),
    decoder: (limits) => new JsonMessageDecoder(limits),
  },
};
