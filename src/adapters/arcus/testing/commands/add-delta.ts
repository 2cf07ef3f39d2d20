import { cInteger } from '../c-integer.ts';
import { latin1 } from '../latin1.ts';
import { type Command, MAX_KEY } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';
import type { ItemStore } from '../store/item-store.ts';
import { KvItem } from '../store/kv-item.ts';

const U64 = (1n << 64n) - 1n;

/** `incr|decr <key> <delta> [<flags> <exptime> <initial>] [noreply]`: incr wraps at 2^64, decr stops at 0. */
export const addDelta: Command = (words, context) => {
  const { store } = context;
  const [name, key = '', deltaWord = '', flagsWord = '', exptimeWord = '', initialWord = ''] = words;
  context.noreply = words.at(-1) === 'noreply';
  if (key.length > MAX_KEY) return BAD_FORMAT;
  const delta = cInteger.u64(deltaWord);
  if (delta === undefined) return status('CLIENT_ERROR invalid numeric delta argument');
  const old = store.find(key);
  if (words.length >= 6) {
    const flags = cInteger.u32(flagsWord);
    const exptime = cInteger.i64(exptimeWord);
    const initial = cInteger.u64(initialWord);
    if (flags === undefined || exptime === undefined || initial === undefined) return BAD_FORMAT;
    if (old === undefined) return status(create(store, key, flags, store.time.expireAt(exptime), initial));
  }
  if (old === undefined) return status('NOT_FOUND');
  if (!(old instanceof KvItem)) return status('TYPE_MISMATCH');
  const value = cInteger.u64(`${latin1.decode(old.data)}\r\n`);
  if (value === undefined) return status('CLIENT_ERROR cannot increment or decrement non-numeric value');
  const result = name === 'incr' ? (value + delta) & U64 : value > delta ? value - delta : 0n;
  if (store.isFull(old.expireAt)) return status('SERVER_ERROR out of memory');
  store.replace(old, new KvItem(key, old.flags, old.expireAt, latin1.encode(result.toString())));
  return status(result.toString());
};

/** A counter starts with its initial value: the delta is not added to it. */
function create(store: ItemStore, key: string, flags: number, expireAt: number, initial: bigint): string {
  if (store.isFull(expireAt)) return 'SERVER_ERROR out of memory';
  const added = store.add(new KvItem(key, flags, expireAt, latin1.encode(initial.toString())));
  return added === 'ADDED' ? initial.toString() : 'CLIENT_ERROR invalid prefix name';
}
