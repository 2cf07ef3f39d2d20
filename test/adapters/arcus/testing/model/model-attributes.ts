import { parseBkey, printBkey, sorted, width } from './model-btree.ts';
import { type ModelItem, maxcount, secondsLeft } from './model-item.ts';

const KV = ['type', 'flags', 'expiretime'];
const COLLECTION = [...KV, 'count', 'maxcount', 'overflowaction', 'readable'];
const BTREE = [...COLLECTION, 'maxbkeyrange', 'minbkey', 'maxbkey', 'trimmed'];
const ACTIONS = {
  list: ['error', 'head_trim', 'tail_trim'],
  set: ['error'],
  map: ['error'],
  'b+tree': ['error', 'smallest_trim', 'largest_trim', 'smallest_silent_trim', 'largest_silent_trim'],
};

export function getattr(item: ModelItem | undefined, asked: readonly string[]): string {
  if (item === undefined) return 'NOT_FOUND';
  const all = item.type === 'kv' ? KV : item.type === 'b+tree' ? BTREE : COLLECTION;
  if (asked.some((name) => !all.includes(name))) return 'ATTR_ERROR not found';
  const lines = (asked.length > 0 ? asked : all).map((name) => `ATTR ${name}=${value(item, name)}`);
  return [...lines, 'END'].join('\r\n');
}

function value(item: ModelItem, name: string): unknown {
  if (name === 'type') return item.type;
  if (name === 'flags') return item.flags;
  if (name === 'expiretime') return item.left;
  if (item.type === 'kv') throw new Error('checked before');
  if (name === 'count') return item.elements.length;
  if (name === 'maxcount') return item.max;
  if (name === 'overflowaction') return item.action;
  if (name === 'readable') return item.readable ? 'on' : 'off';
  if (item.type !== 'b+tree') throw new Error('checked before');
  if (name === 'trimmed') return item.trimmed ? 1 : 0;
  if (name === 'maxbkeyrange') return item.range === undefined ? 0 : printBkey(item.range);
  const element = sorted(item).at(name === 'minbkey' ? 0 : -1);
  return element === undefined ? -1 : printBkey(element.bkey);
}

/** All of the pairs, or none. */
export function setattr(item: ModelItem | undefined, pairs: readonly string[]): string {
  const changes: Record<string, string> = {};
  for (const pair of pairs) {
    const [name = '', text = ''] = pair.split('=');
    if (!['expiretime', 'maxcount', 'overflowaction', 'readable', 'maxbkeyrange'].includes(name))
      return 'ATTR_ERROR not found';
    if (name === 'readable' && text !== 'on') return 'ATTR_ERROR bad value';
    changes[name] = text;
  }
  if (item === undefined) return 'NOT_FOUND';
  const { expiretime, maxcount: max, overflowaction, maxbkeyrange, readable } = changes;
  if (expiretime === '-1') return 'ATTR_ERROR bad value';
  if (item.type !== 'kv') {
    if (max !== undefined && maxcount(Number(max)) < item.elements.length) return 'ATTR_ERROR bad value';
    if (overflowaction !== undefined && !ACTIONS[item.type].includes(overflowaction)) return 'ATTR_ERROR bad value';
  }
  if (item.type === 'b+tree' && maxbkeyrange !== undefined) {
    const range = parseBkey(maxbkeyrange);
    const set = range !== 0n;
    if (set && item.elements.length > 0 && item.kind !== typeof range) return 'ATTR_ERROR bad value';
    if (set && item.elements.length > 1 && range !== item.range && width(item, range) > range)
      return 'ATTR_ERROR bad value';
    if (set || item.range !== undefined) {
      if (item.elements.length === 0) item.kind = set ? (typeof range as 'bigint' | 'string') : undefined;
      item.range = set ? range : undefined;
    }
  }
  if (expiretime !== undefined) item.left = secondsLeft(expiretime);
  if (item.type === 'kv') return 'OK';
  if (max !== undefined) item.max = maxcount(Number(max));
  if (overflowaction !== undefined) {
    if (item.type === 'b+tree' && item.action !== overflowaction) item.trimmed = false;
    item.action = overflowaction;
  }
  if (readable !== undefined) item.readable = true;
  return 'OK';
}
