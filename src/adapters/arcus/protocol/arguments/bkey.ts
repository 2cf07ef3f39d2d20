import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';
import { maxU64 } from './integer.ts';

/** A b+tree's key: u64 as `bigint`, or 1 to 31 bytes. One b+tree holds one kind only. */
export type Bkey = bigint | Uint8Array;

/** Both ends belong to the range; `from` after `to` reads it downwards. */
export interface BkeyRange {
  readonly from: Bkey;
  readonly to: Bkey;
}

const rule = `must be a bigint from 0 to ${maxU64} or a Uint8Array of 1 to 31 bytes`;

/** ` <bkey>`. */
export function writeBkey(out: ByteWriter, bkey: Bkey, argument = 'bkey', blank = true): void {
  if (blank) out.byte(32);
  writeBareBkey(out, bkey, argument);
}

/** ` <bkey>` or ` <from>..<to>`. */
export function writeBkeyOrRange(out: ByteWriter, where: Bkey | BkeyRange): void {
  out.byte(32);
  if (typeof where !== 'object' || where === null || where instanceof Uint8Array) {
    writeBareBkey(out, where, 'bkey');
    return;
  }
  const { from, to } = where;
  if (typeof from !== typeof to) throw new ArcusArgumentError('bkey.to', 'must be of the same kind as bkey.from', to);
  writeBareBkey(out, from, 'bkey.from');
  out.ascii('..');
  writeBareBkey(out, to, 'bkey.to');
}

/** `0x` and hex digits of 1 to 31 bytes. */
export function writeHex(out: ByteWriter, bytes: Uint8Array, argument: string): number {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > 31) {
    throw new ArcusArgumentError(argument, 'must be a Uint8Array of 1 to 31 bytes', bytes);
  }
  out.hex(bytes);
  return bytes.length;
}

function writeBareBkey(out: ByteWriter, bkey: Bkey, argument: string): void {
  if (typeof bkey === 'bigint') {
    if (bkey < 0n || bkey > maxU64) throw new ArcusArgumentError(argument, rule, bkey);
    out.ascii(bkey.toString());
    return;
  }
  if (!(bkey instanceof Uint8Array)) throw new ArcusArgumentError(argument, rule, bkey);
  writeHex(out, bkey, argument);
}
