import { cInteger } from '../c-integer.ts';
import { type Command, MAX_KEY } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';
import { formatBkey } from '../store/bkey.ts';
import { type BtreeChange, BtreeItem } from '../store/btree-item.ts';
import { CollectionItem, type OverflowAction } from '../store/collection-item.ts';
import type { Item } from '../store/item.ts';
import type { ItemStore } from '../store/item-store.ts';
import { STICKY } from '../store/store-time.ts';
import { parseBkey } from './parse-bkey.ts';

const ACTIONS: readonly string[] = [
  'error',
  'head_trim',
  'tail_trim',
  'smallest_trim',
  'largest_trim',
  'smallest_silent_trim',
  'largest_silent_trim',
] satisfies OverflowAction[];

const FOR_ALL = ['type', 'flags', 'expiretime'];
const FOR_COLLECTIONS = ['count', 'maxcount', 'overflowaction', 'readable'];
const FOR_BTREES = ['maxbkeyrange', 'minbkey', 'maxbkey', 'trimmed'];
const NAMES: readonly string[] = [...FOR_ALL, ...FOR_COLLECTIONS, ...FOR_BTREES];
const NOT_FOR_KV = [...FOR_COLLECTIONS, 'maxbkeyrange', 'trimmed'];
const NOT_FOR_LISTS = ['maxbkeyrange', 'trimmed'];

/** `getattr <key> [<name> ...]`, without names all that apply. */
export const getAttributes: Command = ([, key = '', ...names], { store }) => {
  if (key.length > MAX_KEY) return BAD_FORMAT;
  if (names.some((name) => !NAMES.includes(name))) return status('ATTR_ERROR not found');
  const item = store.find(key);
  if (item === undefined) return status('NOT_FOUND');
  const banned = item instanceof BtreeItem ? [] : item instanceof CollectionItem ? NOT_FOR_LISTS : NOT_FOR_KV;
  if (names.some((name) => banned.includes(name))) return status('ATTR_ERROR not found');
  const lines = (names.length > 0 ? names : namesOf(item)).map(
    (name) => `ATTR ${name}=${attribute(store, item, name)}\r\n`,
  );
  return status(`${lines.join('')}END`);
};

/** `setattr <key> <name>=<value> ...`: all of it or nothing. */
export const setAttributes: Command = ([, key = '', ...pairs], { store }) => {
  if (key.length > MAX_KEY) return BAD_FORMAT;
  let change: BtreeChange = {};
  let exptime: bigint | undefined;
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 0) return BAD_FORMAT;
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (name === 'expiretime') {
      exptime = cInteger.i64(value);
      if (exptime === undefined) return status('ATTR_ERROR bad value');
    } else if (!Object.hasOwn(SETTERS, name)) {
      return status('ATTR_ERROR not found');
    } else {
      const part = SETTERS[name]?.(value);
      if (part === undefined) return status('ATTR_ERROR bad value');
      change = { ...change, ...part };
    }
  }
  const item = store.find(key);
  if (item === undefined) return status('NOT_FOUND');
  return status(setItem(store, item, change, exptime) ? 'OK' : 'ATTR_ERROR bad value');
};

/** `touch <key> <exptime> [noreply]`, for items of every type. */
export const touchItem: Command = (words, context) => {
  const [, key = '', exptimeWord = ''] = words;
  const { store } = context;
  if (key.length > MAX_KEY) return BAD_FORMAT;
  context.noreply = words.at(-1) === 'noreply';
  const exptime = cInteger.i64(exptimeWord);
  if (exptime === undefined) return status('CLIENT_ERROR bad value');
  const item = store.find(key);
  if (item === undefined) return status('NOT_FOUND');
  return status(setItem(store, item, {}, exptime) ? 'TOUCHED' : 'CLIENT_ERROR bad value');
};

const SETTERS: Readonly<Record<string, (value: string) => BtreeChange | undefined>> = {
  maxcount: (value) => {
    const maxcount = cInteger.i32(value);
    return maxcount === undefined ? undefined : { maxcount };
  },
  overflowaction: (value) => (ACTIONS.includes(value) ? { overflow: value as OverflowAction } : undefined),
  readable: (value) => (value === 'on' ? { readable: true } : undefined),
  maxbkeyrange: (value) => {
    const maxBkeyRange = parseBkey(value);
    return maxBkeyRange === undefined ? undefined : { maxBkeyRange };
  },
};

function setItem(store: ItemStore, item: Item, change: BtreeChange, exptime: bigint | undefined): boolean {
  const expireAt = exptime === undefined ? item.expireAt : store.time.expireAt(exptime);
  if ((expireAt === STICKY) !== (item.expireAt === STICKY)) return false;
  if (item instanceof CollectionItem) {
    if (!item.accepts(change)) return false;
    item.apply(change);
  }
  item.expireAt = expireAt;
  return true;
}

function namesOf(item: Item): readonly string[] {
  if (item instanceof BtreeItem) return NAMES;
  return item instanceof CollectionItem ? [...FOR_ALL, ...FOR_COLLECTIONS] : FOR_ALL;
}

function attribute(store: ItemStore, item: Item, name: string): string | number {
  switch (name) {
    case 'type':
      return item.type === 'btree' ? 'b+tree' : item.type;
    case 'flags':
      return item.flags;
    case 'expiretime':
      return store.time.remaining(item.expireAt);
  }
  if (!(item instanceof CollectionItem)) return -1;
  switch (name) {
    case 'count':
      return item.count;
    case 'maxcount':
      return item.maxcount;
    case 'overflowaction':
      return item.overflow;
    case 'readable':
      return item.readable ? 'on' : 'off';
  }
  if (!(item instanceof BtreeItem)) return -1;
  const element = name === 'minbkey' ? item.elements[0] : item.elements.at(-1);
  if (name === 'trimmed') return item.trimmed ? 1 : 0;
  if (name === 'maxbkeyrange') return item.maxBkeyRange === undefined ? 0 : formatBkey(item.maxBkeyRange);
  return element === undefined ? -1 : formatBkey(element.bkey);
}
