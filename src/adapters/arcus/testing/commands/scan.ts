import { cInteger } from '../c-integer.ts';
import type { Command, CommandContext } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, type Step, status } from '../session/step.ts';
import type { Item, ItemType } from '../store/item.ts';
import { dateDigits } from './date-digits.ts';
import { isScanPattern, matchesPattern } from './scan-pattern.ts';

const LONGEST_CURSOR = 31;
const MOST = 2000;

const TYPES: Readonly<Record<string, ItemType | 'all'>> = {
  A: 'all',
  K: 'kv',
  L: 'list',
  S: 'set',
  M: 'map',
  B: 'btree',
};

interface ScanOptions {
  readonly count: number;
  readonly pattern: string | undefined;
  readonly type: ItemType | 'all';
}

/**
 * `scan key <cursor> [count <n>] [match <pattern>] [type A|K|L|S|M|B]` and `scan prefix <cursor> [count <n>] [match <pattern>]`.
 * A cursor is the number of names already scanned, in order of their names: one that is added or goes meanwhile may be missed or met twice.
 */
export const scanCommand: Command = ([, what, cursorWord = '', ...given], context) => {
  if (what !== 'key' && what !== 'prefix') return BAD_FORMAT;
  if (cursorWord.length > LONGEST_CURSOR) return status('CLIENT_ERROR bad cursor value');
  const options = parseOptions(given, what === 'key');
  if ('kind' in options) return options;
  const cursor = cInteger.u32(cursorWord);
  if (cursor === undefined) return status('CLIENT_ERROR invalid cursor.');
  return what === 'key' ? scanKeys(cursor, options, context) : scanPrefixes(cursor, options, context);
};

function scanKeys(cursor: number, { count, pattern, type }: ScanOptions, { store }: CommandContext): Step {
  const all = [...store.all()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const found = all
    .slice(cursor, cursor + count)
    .map((item) => store.find(item.key))
    .filter((item): item is Item => item !== undefined)
    .filter((item) => type === 'all' || item.type === type)
    .filter((item) => pattern === undefined || matchesPattern(item.key, pattern));
  const reply = new Reply().line(`KEYS ${found.length} ${nextCursor(cursor + count, all.length)}`);
  for (const item of found) {
    const letter = Object.keys(TYPES).find((name) => TYPES[name] === item.type);
    reply.line(`${item.key} ${letter} ${store.time.remaining(item.expireAt)}`);
  }
  return body(reply.line('END'));
}

function scanPrefixes(cursor: number, { count, pattern }: ScanOptions, { store }: CommandContext): Step {
  const all = [...store.prefixes.used()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = all
    .slice(cursor, cursor + count)
    .filter(({ name }) => pattern === undefined || matchesPattern(name === '' ? '<null>' : name, pattern));
  const reply = new Reply().line(`PREFIXES ${found.length} ${nextCursor(cursor + count, all.length)}`);
  for (const entry of found) {
    reply.line(`${entry.name || '<null>'} ${entry.items} ${entry.space} ${dateDigits(entry.createdAt)}`);
  }
  return body(reply.line('END'));
}

function nextCursor(next: number, length: number): number {
  return next < length ? next : 0;
}

function parseOptions(words: readonly string[], typed: boolean): ScanOptions | Step {
  let options: ScanOptions = { count: 20, pattern: undefined, type: 'all' };
  let at = 0;
  for (; at + 1 < words.length; at += 2) {
    const name = words[at];
    const value = words[at + 1] ?? '';
    if (name === 'count') {
      const count = cInteger.u32(value);
      if (count === undefined || count < 1 || count > MOST) return status('CLIENT_ERROR bad count value');
      options = { ...options, count };
    } else if (name === 'match') {
      if (!isScanPattern(value)) return status('CLIENT_ERROR bad pattern string');
      options = { ...options, pattern: value };
    } else if (name === 'type' && typed) {
      const type = Object.hasOwn(TYPES, value) ? TYPES[value] : undefined;
      if (type === undefined) return status('CLIENT_ERROR bad item type');
      options = { ...options, type };
    } else {
      break;
    }
  }
  return at === words.length ? options : BAD_FORMAT;
}
