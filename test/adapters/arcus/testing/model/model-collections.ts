import { combine, insert, parseBkey, printElement, type Range } from './model-btree.ts';
import {
  add,
  type ModelBtree,
  type ModelItem,
  type ModelList,
  type ModelMap,
  type ModelSet,
  readNumber,
} from './model-item.ts';

/** Where a list index points: 0 is the head, -1 the tail. */
function place(list: ModelList, index: number): number {
  return index < 0 ? index + list.elements.length : index;
}

export function insertIntoList(list: ModelList, index: number, data: string): string {
  const count = list.elements.length;
  const at = index < 0 ? index + count + 1 : index;
  if (at < 0 || at > count || (index < 0 ? -index > list.max : index >= list.max)) return 'OUT_OF_RANGE';
  if (count >= list.max && list.action === 'error') return 'OVERFLOWED';
  list.elements.splice(at, 0, data);
  if (list.elements.length <= list.max) return 'STORED';
  const fromHead = index === 0 ? false : index === -1 ? true : list.action === 'head_trim';
  if (fromHead) list.elements.shift();
  else list.elements.pop();
  return 'STORED';
}

/** The indexes a range names, in its order. */
export function listIndexes(list: ModelList, word: string): number[] {
  const [from = '', to = from] = word.split('..');
  const first = place(list, Number(from));
  const last = place(list, Number(to));
  const all = [...list.elements.keys()].filter((i) => i >= Math.min(first, last) && i <= Math.max(first, last));
  return first <= last ? all : all.reverse();
}

export function insertIntoSet(set: ModelSet, data: string): string {
  if (set.elements.length >= set.max) return 'OVERFLOWED';
  if (set.elements.includes(data)) return 'ELEMENT_EXISTS';
  set.elements.push(data);
  return 'STORED';
}

export function insertIntoMap(map: ModelMap, field: string, data: string, replace: boolean): string {
  const old = map.elements.find((element) => element.field === field);
  if (old !== undefined) {
    if (!replace) return 'ELEMENT_EXISTS';
    old.data = data;
    return 'REPLACED';
  }
  if (map.elements.length >= map.max) return 'OVERFLOWED';
  map.elements.push({ field, data });
  return 'STORED';
}

/** Carries an insert of any family out; `block` is what it answers in place of the status. */
export function insertElement(
  item: ModelItem,
  words: readonly string[],
  data: string,
): { status: string; block?: string } {
  const [, verb, , third = '', fourth = ''] = words;
  switch (item.type) {
    case 'list':
      return { status: insertIntoList(item, Number(third), data) };
    case 'set':
      return { status: insertIntoSet(item, data) };
    case 'map':
      return { status: insertIntoMap(item, third, data, verb === 'upsert') };
    case 'b+tree': {
      const eflag = fourth.startsWith('0x') ? fourth.slice(2).toUpperCase() : '';
      const { status, lost } = insert(item, { bkey: parseBkey(third), eflag, data }, verb === 'upsert');
      if (lost === undefined || words.at(-1) !== 'getrim') return { status };
      return { status, block: `VALUE ${item.flags} 1\r\n${printElement(lost)}TRIMMED\r\n` };
    }
    case 'kv':
      return { status: 'TYPE_MISMATCH' };
  }
}

/** `bop update`; `rest` is what stands between bkey and ending, `data` undefined for bytes of -1. */
export function updateInBtree(
  tree: ModelBtree,
  { from }: Range,
  rest: readonly string[],
  data: string | undefined,
): string {
  const eflagWords = rest.slice(0, -1);
  if (tree.elements.length === 0) return 'NOT_FOUND_ELEMENT';
  if (tree.kind !== typeof from) return 'BKEY_MISMATCH';
  const element = tree.elements.find(({ bkey }) => bkey === from);
  if (element === undefined) return 'NOT_FOUND_ELEMENT';
  const word = eflagWords.at(-1);
  if (word !== undefined) {
    const bytes = word === '0' ? '' : word.slice(2).toUpperCase();
    if (eflagWords.length === 1) {
      element.eflag = bytes;
    } else if (bytes !== '') {
      const [offset = '', operator = ''] = eflagWords;
      const start = Number(offset) * 2;
      const part = element.eflag.slice(start, start + bytes.length);
      if (part.length < bytes.length) return 'EFLAG_MISMATCH';
      element.eflag =
        element.eflag.slice(0, start) + combine(part, operator, bytes) + element.eflag.slice(start + bytes.length);
    }
  }
  if (data !== undefined) element.data = data;
  return 'UPDATED';
}

/** `bop incr|decr <key> <bkey> <delta> [<initial> [<eflag>]]`, without its ending. */
export function countInBtree(tree: ModelBtree, words: readonly string[]): string {
  const [, verb, , bkeyWord = '', delta = '', initial, eflag = ''] = words;
  const bkey = parseBkey(bkeyWord);
  if ((tree.elements.length > 0 || tree.range !== undefined) && tree.kind !== typeof bkey) return 'BKEY_MISMATCH';
  const element = tree.elements.find((other) => other.bkey === bkey);
  if (element === undefined) {
    if (initial === undefined) return 'NOT_FOUND_ELEMENT';
    const { status } = insert(tree, { bkey, eflag: eflag.slice(2).toUpperCase(), data: initial }, false);
    return status === 'STORED' ? initial : status;
  }
  const value = readNumber(element.data);
  if (value === undefined) return 'CLIENT_ERROR cannot increment or decrement non-numeric value';
  element.data = String(add(value, BigInt(delta), verb === 'incr'));
  return element.data;
}
