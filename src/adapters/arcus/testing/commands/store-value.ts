import { cInteger } from '../c-integer.ts';
import { type Command, type CommandContext, MAX_KEY, MAX_LENGTH } from '../session/command.ts';
import { BAD_FORMAT, dataBlock, type Step, status } from '../session/step.ts';
import type { ItemStore } from '../store/item-store.ts';
import { KvItem } from '../store/kv-item.ts';

type Mode = 'set' | 'add' | 'replace' | 'append' | 'prepend' | 'cas';

interface Value {
  readonly mode: Mode;
  readonly key: string;
  readonly flags: number;
  readonly expireAt: number;
  readonly cas: bigint;
}

/** `set|add|replace|append|prepend <key> <flags> <exptime> <bytes> [noreply]` and `cas`, with one number more. */
export const storeValue: Command = (words, context) => {
  const [mode, key = '', flagsWord = '', exptimeWord = '', lengthWord = '', casWord = ''] = words;
  context.noreply = words.at(-1) === 'noreply';
  const flags = cInteger.u32(flagsWord);
  const exptime = cInteger.i64(exptimeWord);
  const length = cInteger.i32(lengthWord);
  const cas = mode === 'cas' ? cInteger.u64(casWord) : 0n;
  if (key.length > MAX_KEY || flags === undefined || exptime === undefined || length === undefined) return BAD_FORMAT;
  if (length < 0 || length > MAX_LENGTH || cas === undefined) return BAD_FORMAT;
  const value: Value = {
    mode: mode as Mode,
    key,
    flags,
    expireAt: context.store.time.expireAt(exptime),
    cas,
  };
  const refusal = refuse(value, length, context);
  return refusal ?? dataBlock(length, (data) => status(store(context.store, value, data)));
};

/** A value that cannot be kept takes an older one under its key with it, so that nobody reads that for the new one. */
function refuse(value: Value, length: number, { store }: CommandContext): Step | undefined {
  const fits = store.fits(value.key, length);
  if (fits && !store.isFull(value.expireAt)) return undefined;
  const old = value.mode === 'set' ? store.find(value.key) : undefined;
  if (old !== undefined) store.remove(old);
  const text = fits ? 'SERVER_ERROR out of memory storing object' : 'CLIENT_ERROR object too large for cache';
  return status(text, length + 2);
}

function store(items: ItemStore, value: Value, data: Uint8Array): string {
  const { mode, key } = value;
  const old = items.find(key);
  if (old === undefined) {
    if (mode === 'cas') return 'NOT_FOUND';
    if (mode !== 'set' && mode !== 'add') return 'NOT_STORED';
    const added = items.add(new KvItem(key, value.flags, value.expireAt, data));
    return added === 'ADDED' ? 'STORED' : 'CLIENT_ERROR invalid prefix name';
  }
  if (!(old instanceof KvItem)) return 'TYPE_MISMATCH';
  if (mode === 'add') return 'NOT_STORED';
  if (mode === 'cas' && old.cas !== value.cas) return 'EXISTS';
  if (mode === 'append' || mode === 'prepend') return join(items, old, data, mode === 'append');
  items.replace(old, new KvItem(key, value.flags, value.expireAt, data));
  return 'STORED';
}

function join(items: ItemStore, old: KvItem, data: Uint8Array, behind: boolean): string {
  const length = old.data.length + data.length;
  if (!items.fits(old.key, length) || items.isFull(old.expireAt)) return 'NOT_STORED';
  const joined = new Uint8Array(length);
  joined.set(old.data, behind ? 0 : data.length);
  joined.set(data, behind ? old.data.length : 0);
  items.replace(old, new KvItem(old.key, old.flags, old.expireAt, joined));
  return 'STORED';
}
