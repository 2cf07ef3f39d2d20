import { add, type ModelItem, type ModelKv, readNumber, secondsLeft } from './model-item.ts';

interface Items {
  find(key: string): ModelItem | undefined;
  put(key: string, item: ModelItem): void;
  nextCas(): number;
}

/** The plain commands that answer with one line. */
export function kvStatus(words: readonly string[], data: string, items: Items): string {
  const [name = '', key = '', ...rest] = words;
  const old = items.find(key);
  if (name === 'incr' || name === 'decr') return count(name === 'incr', key, rest, old, items);
  if (old !== undefined && old.type !== 'kv') return 'TYPE_MISMATCH';
  const [flags = '', exptime = '', , cas] = rest;
  const store = (item: Omit<ModelKv, 'cas' | 'type'>): string => {
    items.put(key, { type: 'kv', ...item, cas: items.nextCas() });
    return 'STORED';
  };
  const fresh = { flags: Number(flags), left: secondsLeft(exptime), data };
  switch (name) {
    case 'set':
      return store(fresh);
    case 'add':
      return old === undefined ? store(fresh) : 'NOT_STORED';
    case 'replace':
      return old === undefined ? 'NOT_STORED' : store(fresh);
    case 'append':
      return old === undefined ? 'NOT_STORED' : store({ ...old, data: old.data + data });
    case 'prepend':
      return old === undefined ? 'NOT_STORED' : store({ ...old, data: data + old.data });
    case 'cas':
      if (old === undefined) return 'NOT_FOUND';
      return Number(cas) === old.cas ? store(fresh) : 'EXISTS';
  }
  throw new Error(`The model does not know ${name}`);
}

function count(up: boolean, key: string, rest: readonly string[], old: ModelItem | undefined, items: Items): string {
  const [delta = '', flags, exptime = '', initial = ''] = rest;
  if (old === undefined) {
    if (flags === undefined) return 'NOT_FOUND';
    items.put(key, {
      type: 'kv',
      flags: Number(flags),
      left: secondsLeft(exptime),
      data: initial,
      cas: items.nextCas(),
    });
    return initial;
  }
  if (old.type !== 'kv') return 'TYPE_MISMATCH';
  const value = readNumber(old.data);
  if (value === undefined) return 'CLIENT_ERROR cannot increment or decrement non-numeric value';
  const result = String(add(value, BigInt(delta), up));
  items.put(key, { ...old, data: result, cas: items.nextCas() });
  return result;
}
