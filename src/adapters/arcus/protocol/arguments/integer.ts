import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';

export const maxU32 = 0xffff_ffff;
export const maxU64 = 0xffff_ffff_ffff_ffffn;

/** ` <integer>`, or without the blank where it goes on from a `..`. */
export function writeInteger(
  out: ByteWriter,
  value: number,
  argument: string,
  min: number,
  max: number,
  blank = true,
): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new ArcusArgumentError(argument, `must be an integer from ${min} to ${max}`, value);
  }
  if (blank) out.byte(32);
  if (value < 0) {
    out.byte(45);
    out.digits(-value);
  } else out.digits(value);
}

/** ` <u64>`. */
export function writeU64(out: ByteWriter, value: bigint, argument: string, min = 0n): void {
  if (typeof value !== 'bigint' || value < min || value > maxU64) {
    throw new ArcusArgumentError(argument, `must be a bigint from ${min} to ${maxU64}`, value);
  }
  out.byte(32);
  out.ascii(value.toString());
}

/** ` <flags>`, u32. */
export function writeFlags(out: ByteWriter, flags = 0): void {
  writeInteger(out, flags, 'flags', 0, maxU32);
}

/**
 * ` <exptime>` in seconds: 0 never expires, -1 is sticky, other negatives are already expired, up to 2592000 counts
 * from now, more is Unix time.
 */
export function writeExptime(out: ByteWriter, exptime = 0, argument = 'exptime', blank = true): void {
  writeInteger(out, exptime, argument, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, blank);
}
