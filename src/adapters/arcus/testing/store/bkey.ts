/** A b+tree key: a u64, or up to 31 bytes as upper-case hex digits without `0x`. Such digits sort as the bytes do, a shorter prefix first. */
export type Bkey = bigint | string;

export type BkeyKind = 'number' | 'bytes';

export function bkeyKind(bkey: Bkey): BkeyKind {
  return typeof bkey === 'bigint' ? 'number' : 'bytes';
}

/** Negative, 0 or positive as `a` sorts before, with or after `b`. Both must be of one kind. */
export function compareBkeys(a: Bkey, b: Bkey): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function formatBkey(bkey: Bkey): string {
  return typeof bkey === 'bigint' ? bkey.toString() : `0x${bkey}`;
}

/** `a - b`, both cut or zero-filled to the length of `like` if they are bytes, modulo that length. */
export function subtractBkeys(a: Bkey, b: Bkey, like: Bkey): Bkey {
  if (typeof like === 'bigint') return BigInt.asUintN(64, BigInt(a) - BigInt(b));
  const digits = like.length;
  const value = (bkey: Bkey): bigint => BigInt(`0x${String(bkey).slice(0, digits).padEnd(digits, '0')}`);
  return BigInt.asUintN(digits * 4, value(a) - value(b))
    .toString(16)
    .toUpperCase()
    .padStart(digits, '0');
}

/** One below `bkey`, of the same length. */
export function previousBkey(bkey: Bkey): Bkey {
  return subtractBkeys(bkey, typeof bkey === 'bigint' ? 1n : '1'.padStart(bkey.length, '0'), bkey);
}
