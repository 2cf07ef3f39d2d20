import { cInteger } from '../c-integer.ts';
import type { Command } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, status } from '../session/step.ts';
import type { BkeyRange } from '../store/bkey-range.ts';
import type { BtreeItem } from '../store/btree-item.ts';
import { countBtree, positionInBtree, readBtree, sliceBtree } from '../store/btree-read.ts';
import type { ItemStore } from '../store/item-store.ts';
import { afterRemoval, readableCollection } from './collection-access.ts';
import { elementLine } from './element-line.ts';
import { parseBkeyRange, parseSingleBkey } from './parse-bkey.ts';
import { parseFilter } from './parse-filter.ts';
import { parseRemoval } from './request-words.ts';

const MOST_NEIGHBOURS = 100;
const NO_FILTER = { filter: undefined, words: 0 };

/** `bop get <key> <bkey|range> [<filter>] [[<offset>] <count>] [delete|drop]` */
export const getElements: Command = (words, { store }) => {
  const [, , key = '', rangeWord = '', ...given] = words;
  const range = parseBkeyRange(rangeWord);
  const filter = parseFilter(given);
  if (range === undefined || filter === undefined) return BAD_FORMAT;
  const rest = given.slice(filter.words);
  const { remove, drop } = parseRemoval(rest.at(-1)) ?? { remove: false, drop: false };
  if (remove) rest.pop();
  const [offset, count] = rest.length < 2 ? [0, cInteger.u32(rest[0] ?? '0')] : rest.map(cInteger.u32);
  if (rest.length > 2 || offset === undefined || count === undefined) return BAD_FORMAT;
  const tree = readableCollection(store, 'btree', key);
  if (typeof tree === 'string') return status(tree);
  if (offset >= tree.count) return status('NOT_FOUND_ELEMENT');
  if (tree.mismatches(range.kind)) return status('BKEY_MISMATCH');
  const { elements, trimmed } = readBtree(tree, range, filter.filter, offset, count, remove);
  if (elements.length === 0) return status(trimmed ? 'OUT_OF_RANGE' : 'NOT_FOUND_ELEMENT');
  const reply = new Reply().line(`VALUE ${tree.flags} ${elements.length}`);
  for (const element of elements) reply.data(elementLine(element), element.data);
  if (remove) return body(reply.line(afterRemoval(store, tree, drop)));
  return body(reply.line(trimmed ? 'TRIMMED' : 'END'));
};

/** `bop count <key> <bkey|range> [<filter>]` */
export const countElements: Command = ([, , key = '', rangeWord = '', ...given], { store }) => {
  const range = parseBkeyRange(rangeWord);
  const filter = given.length >= 3 ? parseFilter(given) : NO_FILTER;
  if (range === undefined || filter === undefined || filter.words !== given.length) return BAD_FORMAT;
  const tree = readableCollection(store, 'btree', key);
  if (typeof tree === 'string') return status(tree);
  if (tree.mismatches(range.kind)) return status('BKEY_MISMATCH');
  return status(`COUNT=${countBtree(tree, range, filter.filter)}`);
};

/** `bop position <key> <bkey> asc|desc` */
export const findPosition: Command = ([, , key = '', bkeyWord = '', orderWord], { store }) => {
  const range = parseSingleBkey(bkeyWord);
  const order = parseOrder(orderWord);
  if (range === undefined || order === undefined) return BAD_FORMAT;
  const found = locate(store, key, range, order);
  return status(typeof found === 'string' ? found : `POSITION=${found.position}`);
};

/** `bop pwg <key> <bkey> asc|desc [<count>]`: position with neighbours, `count` to each side. */
export const findWithNeighbours: Command = ([, , key = '', bkeyWord = '', orderWord, countWord = '0'], { store }) => {
  const range = parseSingleBkey(bkeyWord);
  const order = parseOrder(orderWord);
  const count = cInteger.u32(countWord);
  if (range === undefined || order === undefined || count === undefined) return BAD_FORMAT;
  if (count > MOST_NEIGHBOURS) return status('CLIENT_ERROR too large count value');
  const found = locate(store, key, range, order);
  if (typeof found === 'string') return status(found);
  const { tree, position } = found;
  const first = Math.max(0, position - count);
  const elements = sliceBtree(tree, order, first, position + count);
  const reply = new Reply().line(`VALUE ${position} ${tree.flags} ${elements.length} ${position - first}`);
  for (const element of elements) reply.data(elementLine(element), element.data);
  return body(reply.line('END'));
};

/** `bop gbp <key> asc|desc <position|range>`: get by position. */
export const getByPosition: Command = ([, , key = '', orderWord, rangeWord = ''], { store }) => {
  const order = parseOrder(orderWord);
  const dots = rangeWord.indexOf('..');
  const from = cInteger.u32(dots < 0 ? rangeWord : rangeWord.slice(0, dots));
  const to = dots < 0 ? from : cInteger.u32(rangeWord.slice(dots + 2));
  if (order === undefined || from === undefined || to === undefined) return BAD_FORMAT;
  const tree = readableCollection(store, 'btree', key);
  if (typeof tree === 'string') return status(tree);
  const elements = sliceBtree(tree, order, from, to);
  if (elements.length === 0) return status('NOT_FOUND_ELEMENT');
  const reply = new Reply().line(`VALUE ${tree.flags} ${elements.length}`);
  for (const element of elements) reply.data(elementLine(element), element.data);
  return body(reply.line('END'));
};

function parseOrder(word: string | undefined): 'asc' | 'desc' | undefined {
  return word === 'asc' || word === 'desc' ? word : undefined;
}

function locate(
  store: ItemStore,
  key: string,
  range: BkeyRange,
  order: 'asc' | 'desc',
): { readonly tree: BtreeItem; readonly position: number } | string {
  const tree = readableCollection(store, 'btree', key);
  if (typeof tree === 'string') return tree;
  if (tree.count === 0) return 'NOT_FOUND_ELEMENT';
  if (tree.mismatches(range.kind)) return 'BKEY_MISMATCH';
  const position = positionInBtree(tree, range.from, order);
  return position === undefined ? 'NOT_FOUND_ELEMENT' : { tree, position };
}
