import type { ByteWriter } from '../byte-writer.ts';
import { ArcusArgumentError } from './argument-error.ts';
import { maxU32 } from './integer.ts';

/** The server's limit; the Java client refuses keys of more than 4000 bytes. */
export const maxKeyBytes = 16_000;

/**
 * ` <key>`: 1 to 16000 bytes of UTF-8 without blank, CR, LF and NUL. Prefixes are not looked at, because their
 * delimiter is a setting of the server, which answers a bad one with an error that leaves the stream in order.
 */
export function writeKey(out: ByteWriter, key: string): void {
  out.byte(32);
  out.token(key, 'key', maxKeyBytes);
}

/** ` <key> <key>...`. */
export function writeKeys(out: ByteWriter, keys: readonly string[]): void {
  const count = listLength(keys, 'keys', maxU32);
  for (let i = 0; i < count; i++) writeKey(out, keys[i] as string);
}

/** The number of names in a list that must have 1 to `max`. */
export function listLength(list: readonly string[], argument: string, max: number): number {
  if (!Array.isArray(list)) throw new ArcusArgumentError(argument, 'must be an array of strings', list);
  const count = list.length;
  if (count === 0 || count > max) throw new ArcusArgumentError(argument, `must have 1 to ${max} entries`, list);
  return count;
}
