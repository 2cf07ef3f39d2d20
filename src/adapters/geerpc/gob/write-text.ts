import type { ByteWriter } from './byte-writer.ts';
import { GobError } from './gob-error.ts';

const encoder = new TextEncoder();
const short = 64;

/** A string as its count of UTF-8 bytes and the bytes. Throws where UTF-8 has no bytes for it. */
export function writeText(out: ByteWriter, value: string): void {
  if (value.length > short || !writeAscii(out, value)) {
    if (!value.isWellFormed()) {
      throw new GobError('ERR_GOB_VALUE', 'expected a well-formed string, got one with a lone surrogate');
    }
    out.counted(encoder.encode(value));
  }
}

function writeAscii(out: ByteWriter, value: string): boolean {
  const length = value.length;
  out.reserve(length + 1);
  const { bytes, end: start } = out;
  bytes[start] = length;
  for (let i = 0; i < length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0x80) return false;
    bytes[start + 1 + i] = unit;
  }
  out.end = start + 1 + length;
  return true;
}
