import { cInteger } from '../c-integer.ts';
import type { CollectionAttributes, CollectionType, OverflowAction } from '../store/collection-item.ts';
import type { StoreTime } from '../store/store-time.ts';

const ACTIONS: Readonly<Record<CollectionType, readonly OverflowAction[]>> = {
  list: ['error', 'head_trim', 'tail_trim'],
  set: ['error'],
  map: ['error'],
  btree: ['error', 'smallest_trim', 'largest_trim', 'smallest_silent_trim', 'largest_silent_trim'],
};

/** `<flags> [<exptime> [<maxcount> [<overflowaction>] [unreadable]]]`: what the last two lack has a default, as from clients of old. Undefined if a word does not fit. */
export function parseAttributes(
  words: readonly string[],
  type: CollectionType,
  time: StoreTime,
): CollectionAttributes | undefined {
  if (words.length < 1 || words.length > 5) return undefined;
  const [flagsWord = '', exptimeWord = '0', maxcountWord = '0', fourth, fifth] = words;
  const flags = cInteger.u32(flagsWord);
  const exptime = cInteger.i64(exptimeWord);
  const maxcount = cInteger.i32(maxcountWord);
  if (flags === undefined || exptime === undefined || maxcount === undefined) return undefined;
  const overflow = ACTIONS[type].find((action) => action === fourth);
  const rest = overflow === undefined ? [fourth, fifth] : [fifth];
  const [word, ...more] = rest.filter((given) => given !== undefined);
  if (more.length > 0 || (word !== undefined && word !== 'unreadable')) return undefined;
  return { flags, expireAt: time.expireAt(exptime), maxcount, overflow, readable: word === undefined };
}
