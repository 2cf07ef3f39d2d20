import { cInteger } from '../c-integer.ts';
import { latin1 } from '../latin1.ts';
import type { Command } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, silence, status } from '../session/step.ts';
import { bkeyKind } from '../store/bkey.ts';
import type { BtreeElement, BtreeItem } from '../store/btree-item.ts';
import { readBtree } from '../store/btree-read.ts';
import type { EflagUpdate } from '../store/eflag-update.ts';
import { afterRemoval, findCollection, insertInto } from './collection-access.ts';
import { elementLine } from './element-line.ts';
import { parseBkey, parseBkeyRange, parseHex, parseSingleBkey } from './parse-bkey.ts';
import { parseFilter, parseOffset, parseOperator } from './parse-filter.ts';
import { elementBlock, parseCreate, parseLength, readEnding } from './request-words.ts';

/** `bop insert|upsert <key> <bkey> [<eflag>] <bytes> [create <attributes>] [noreply|pipe|getrim]` */
export const insertElement: Command = (words, context) => {
  const getrim = words.at(-1) === 'getrim';
  const ending = readEnding(words, context) + (getrim ? 1 : 0);
  const [, name, key = '', bkeyWord = ''] = words;
  const bkey = parseBkey(bkeyWord);
  const flagged = words.length > 5 && words[4]?.startsWith('0x') === true;
  const eflag = flagged ? parseHex(words[4] ?? '') : '';
  const at = flagged ? 5 : 4;
  const length = parseLength(words[at]);
  if (bkey === undefined || eflag === undefined || length === undefined) return BAD_FORMAT;
  const create =
    words.length - ending > at ? parseCreate(words.slice(at + 1, words.length - ending), 'btree', context) : undefined;
  if (create === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) => {
    let evicted: BtreeElement | undefined;
    const result = insertInto(context, 'btree', key, create.attributes, (tree) => {
      const inserted = tree.insert({ bkey, eflag, data }, name === 'upsert');
      evicted = inserted.evicted;
      return inserted.status;
    });
    const item = getrim && evicted !== undefined ? context.store.find(key) : undefined;
    if (item === undefined || evicted === undefined) return status(result);
    return body(new Reply().line(`VALUE ${item.flags} 1`).data(elementLine(evicted), evicted.data).line('TRIMMED'));
  });
};

/** `bop update <key> <bkey> [<eflag update>] <bytes> [noreply|pipe]`; bytes -1 keeps the data and brings none. */
export const updateElement: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, , key = '', bkeyWord = ''] = words;
  const range = parseSingleBkey(bkeyWord);
  const rest = words.slice(4, words.length - ending);
  const eflag = parseEflagUpdate(rest.slice(0, -1));
  const keeps = cInteger.i32(rest.at(-1) ?? '') === -1;
  const length = keeps ? 0 : parseLength(rest.at(-1));
  if (range === undefined || eflag === undefined || length === undefined) return BAD_FORMAT;
  const update = (data: Uint8Array | undefined): string => {
    const tree = findCollection(context.store, 'btree', key);
    if (typeof tree === 'string') return tree;
    if (tree.count === 0) return 'NOT_FOUND_ELEMENT';
    if (tree.mismatches(range.kind)) return 'BKEY_MISMATCH';
    const result = tree.update(range.from, eflag === 'none' ? undefined : eflag, data);
    context.store.settle(tree);
    return result;
  };
  if (!keeps) return elementBlock(length, context, (data) => status(update(data)));
  if (context.pipe.skips(context.noreply)) return silence(0);
  return status(eflag === 'none' ? 'NOTHING_TO_UPDATE' : update(undefined));
};

/** `bop delete <key> <bkey|range> [<filter>] [<count>] [drop] [noreply|pipe]`; count 0 is all. */
export const deleteElements: Command = (words, context) => {
  const { store } = context;
  const ending = readEnding(words, context);
  const [, , key = '', rangeWord = ''] = words;
  const range = parseBkeyRange(rangeWord);
  const given = words.slice(4, words.length - ending);
  const filter = given.length >= 3 ? parseFilter(given) : { filter: undefined, words: 0 };
  if (range === undefined || filter === undefined) return BAD_FORMAT;
  const rest = given.slice(filter.words);
  const drop = rest.at(-1) === 'drop';
  if (drop) rest.pop();
  const count = rest.length === 0 ? 0 : cInteger.u32(rest[0] ?? '');
  if (rest.length > 1 || count === undefined) return BAD_FORMAT;
  if (context.pipe.skips(context.noreply)) return silence(0);
  const tree = findCollection(store, 'btree', key);
  if (typeof tree === 'string') return status(tree);
  if (tree.count === 0) return status('NOT_FOUND_ELEMENT');
  if (tree.mismatches(range.kind)) return status('BKEY_MISMATCH');
  const { elements } = readBtree(tree, range, filter.filter, 0, count, true);
  return status(elements.length === 0 ? 'NOT_FOUND_ELEMENT' : afterRemoval(store, tree, drop));
};

/** `bop incr|decr <key> <bkey> <delta> [<initial> [<eflag>]] [noreply|pipe]` */
export const addToElement: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, name, key = '', bkeyWord = '', deltaWord = '', initialWord = '', eflagWord = ''] = words;
  const range = parseSingleBkey(bkeyWord);
  const delta = cInteger.u64(deltaWord);
  if (range === undefined || delta === undefined || delta < 1n) return BAD_FORMAT;
  const rest = words.length - ending - 5;
  const initial = rest > 0 ? cInteger.u64(initialWord) : undefined;
  const eflag = rest > 1 ? parseHex(eflagWord) : '';
  if ((rest > 0 && initial === undefined) || eflag === undefined) return BAD_FORMAT;
  if (context.pipe.skips(context.noreply)) return silence(0);
  const tree = findCollection(context.store, 'btree', key);
  if (typeof tree === 'string') return status(tree);
  const bound = tree.count > 0 || tree.maxBkeyRange !== undefined;
  if (bound && tree.mismatches(bkeyKind(range.from))) return status('BKEY_MISMATCH');
  const place = tree.indexOf(range.from);
  if (place.exact) return status(add(tree, place.at, delta, name === 'incr'));
  if (initial === undefined) return status('NOT_FOUND_ELEMENT');
  const data = latin1.encode(initial.toString());
  const inserted = tree.insert({ bkey: range.from, eflag, data }, false);
  context.store.settle(tree);
  return status(inserted.status === 'STORED' ? initial.toString() : inserted.status);
};

function add(tree: BtreeItem, at: number, delta: bigint, up: boolean): string {
  const result = tree.add(at, delta, up);
  return result === undefined ? 'CLIENT_ERROR cannot increment or decrement non-numeric value' : result.toString();
}

/** Nothing, `<value>`, or `<offset> <bitop> <value>`; a value of 0 stands for no bytes. */
function parseEflagUpdate(words: readonly string[]): EflagUpdate | 'none' | undefined {
  if (words.length === 0) return 'none';
  const word = words.at(-1) ?? '';
  const value = word.startsWith('0x') ? parseHex(word) : cInteger.i32(word) === 0 ? '' : undefined;
  if (value === undefined) return undefined;
  if (words.length === 1) return { value, part: undefined };
  const offset = parseOffset(words[0]);
  const operator = parseOperator(words[1]);
  if (words.length !== 3 || offset === undefined || operator === undefined) return undefined;
  return { value, part: { offset, operator } };
}
