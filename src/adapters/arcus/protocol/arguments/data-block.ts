import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';

/** ` <bytes>`, the announcement of a block. */
export function writeDataSize(out: ByteWriter, data: Uint8Array, max: number): number {
  if (!(data instanceof Uint8Array)) throw new ArcusArgumentError('data', 'must be a Uint8Array', data);
  const size = data.length;
  if (size > max) throw new ArcusArgumentError('data', `must have at most ${max} bytes`, data);
  out.byte(32);
  out.digits(size);
  return size;
}

/** CRLF, the end of a header. */
export function endLine(out: ByteWriter): void {
  out.byte(13);
  out.byte(10);
}
