import { cInteger } from '../c-integer.ts';
import type { Bkey } from '../store/bkey.ts';
import { BkeyRange } from '../store/bkey-range.ts';

const HEX = /^0x((?:[0-9A-Fa-f]{2}){1,31})$/;

/** The bytes of a `0x` word, as upper-case digits; undefined if it is none or longer than 31 bytes. */
export function parseHex(word: string): string | undefined {
  return HEX.exec(word)?.[1]?.toUpperCase();
}

/** A bkey: a u64 in decimal, or 1 to 31 bytes in hex. */
export function parseBkey(word: string): Bkey | undefined {
  return word.startsWith('0x') ? parseHex(word) : cInteger.u64(word);
}

/** `<from>..<to>`, both of one kind; or one bkey, which is a range of its own. */
export function parseBkeyRange(word: string): BkeyRange | undefined {
  const dots = word.indexOf('..');
  const from = parseBkey(dots < 0 ? word : word.slice(0, dots));
  const to = dots < 0 ? from : parseBkey(word.slice(dots + 2));
  if (from === undefined || to === undefined || typeof from !== typeof to) return undefined;
  return new BkeyRange(from, to);
}

/** One bkey, as a range; undefined for anything with dots in it, even if both ends are equal. */
export function parseSingleBkey(word: string): BkeyRange | undefined {
  return word.includes('..') ? undefined : parseBkeyRange(word);
}
