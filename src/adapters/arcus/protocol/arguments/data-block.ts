import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';

const encoder = new TextEncoder();

/** ` <bytes>`, the announcement of a block. */
export function writeDataSize(out: ByteWriter, data: Uint8Array, max: number): number {
  if (!(data instanceof Uint8Array)) throw new ArcusArgumentError('data', 'must be a Uint8Array', data);
  return writeLength(out, data, max);
}

/** The same, of bytes or of text that is taken to be ASCII. */
export function writeLength(out: ByteWriter, data: Uint8Array | string, max: number): number {
  const size = data.length;
  if (size > max) throw new ArcusArgumentError('data', `must have at most ${max} bytes`, data);
  out.byte(32);
  out.digits(size);
  return size;
}

/** Text as bytes. A lone surrogate has none, and replacing it would send something else. */
export function bytesOfText(text: string): Uint8Array {
  if (!text.isWellFormed()) {
    throw new ArcusArgumentError('data', 'must be well-formed text, without lone surrogates', text);
  }
  return encoder.encode(text);
}

/** CRLF, the end of a header. */
export function endLine(out: ByteWriter): void {
  out.byte(13);
  out.byte(10);
}
