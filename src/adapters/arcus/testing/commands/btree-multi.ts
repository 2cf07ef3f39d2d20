import { cInteger } from '../c-integer.ts';
import { type Command, type CommandContext, MAX_KEY } from '../session/command.ts';
import { readNames } from '../session/read-names.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, dataBlock, type Step, status } from '../session/step.ts';
import { formatBkey } from '../store/bkey.ts';
import { readBtree } from '../store/btree-read.ts';
import { mergeGet } from '../store/merge-get.ts';
import { mergeGetOld } from '../store/merge-get-old.ts';
import type { MergedElement, MergeQuery } from '../store/merge-query.ts';
import { readableCollection } from './collection-access.ts';
import { elementLine } from './element-line.ts';
import { parseBkeyRange } from './parse-bkey.ts';
import { parseFilter } from './parse-filter.ts';

const BAD_VALUE = 'CLIENT_ERROR bad value';
const BAD_BLOCK = status('CLIENT_ERROR bad data chunk');

/** `bop mget <lenkeys> <numkeys> <bkey|range> [<filter>] [<offset>] <count>` with a block of keys. */
export const getFromTrees: Command = (words, context) => {
  const request = parseMulti(words.slice(2));
  if (request === undefined) return BAD_FORMAT;
  const { length, numKeys, query } = request;
  if (isImpossible(request) || numKeys > 200 || query.count > 50) return status(BAD_VALUE, length + 2);
  return keyBlock(request, (keys) => {
    const reply = new Reply();
    for (const key of keys) readOne(reply, key, query, context);
    return body(reply.line('END'));
  });
};

/** `bop smget <lenkeys> <numkeys> <bkey|range> [<filter>] [<offset>] <count> [duplicate|unique]` with a block of keys. Without a mode the answer has the retired form. */
export const mergeFromTrees: Command = (words, context) => {
  const last = words.at(-1);
  const mode = last === 'duplicate' || last === 'unique' ? last : undefined;
  const request = parseMulti(words.slice(2, mode ? -1 : undefined));
  if (request === undefined) return BAD_FORMAT;
  const { length, numKeys, query } = request;
  if (isImpossible(request) || numKeys > 10_000 || query.offset + query.count > 2000)
    return status(BAD_VALUE, length + 2);
  return keyBlock(request, (keys) =>
    mode ? merged({ ...query, keys }, mode === 'unique', context) : mergedOld({ ...query, keys }, context),
  );
};

function readOne(reply: Reply, key: string, query: MergeQuery, { store }: CommandContext): void {
  const tree = readableCollection(store, 'btree', key);
  if (typeof tree === 'string') {
    reply.line(`VALUE ${key} ${tree}`);
  } else if (query.offset >= tree.count) {
    reply.line(`VALUE ${key} NOT_FOUND_ELEMENT`);
  } else if (tree.mismatches(query.range.kind)) {
    reply.line(`VALUE ${key} BKEY_MISMATCH`);
  } else {
    const { elements, trimmed } = readBtree(tree, query.range, query.filter, query.offset, query.count, false);
    if (elements.length === 0) {
      reply.line(`VALUE ${key} ${trimmed ? 'OUT_OF_RANGE' : 'NOT_FOUND_ELEMENT'}`);
      return;
    }
    reply.line(`VALUE ${key} ${trimmed ? 'TRIMMED' : 'OK'} ${tree.flags} ${elements.length}`);
    for (const element of elements) reply.data(`ELEMENT ${elementLine(element)}`, element.data);
  }
}

function merged(query: MergeQuery, unique: boolean, { store }: CommandContext): Step {
  const result = mergeGet((key) => store.find(key), query, unique);
  if (typeof result === 'string') return result === 'REPEATED_KEY' ? BAD_BLOCK : status(result);
  const reply = new Reply().line(`ELEMENTS ${result.elements.length}`);
  addElements(reply, result.elements);
  reply.line(`MISSED_KEYS ${result.missed.length}`);
  for (const { key, cause } of result.missed) reply.line(`${key} ${cause}`);
  reply.line(`TRIMMED_KEYS ${result.trimmed.length}`);
  for (const { key, bkey } of result.trimmed) reply.line(`${key} ${formatBkey(bkey)}`);
  return body(reply.line(result.duplicated ? 'DUPLICATED' : 'END'));
}

function mergedOld(query: MergeQuery, { store }: CommandContext): Step {
  const result = mergeGetOld((key) => store.find(key), query);
  if (typeof result === 'string') return result === 'REPEATED_KEY' ? BAD_BLOCK : status(result);
  const reply = new Reply().line(`VALUE ${result.elements.length}`);
  addElements(reply, result.elements);
  reply.line(`MISSED_KEYS ${result.missed.length}`);
  for (const key of result.missed) reply.line(key);
  if (result.trimmed) return body(reply.line(result.duplicated ? 'DUPLICATED_TRIMMED' : 'TRIMMED'));
  return body(reply.line(result.duplicated ? 'DUPLICATED' : 'END'));
}

function addElements(reply: Reply, elements: readonly MergedElement[]): void {
  for (const { item, element } of elements) {
    reply.data(`${item.key} ${item.flags} ${elementLine(element)}`, element.data);
  }
}

interface MultiRequest {
  readonly length: number;
  readonly numKeys: number;
  /** Its keys are still to come. */
  readonly query: MergeQuery;
}

function parseMulti(words: readonly string[]): MultiRequest | undefined {
  const [lengthWord = '', numKeysWord = '', rangeWord = '', ...given] = words;
  const length = cInteger.u32(lengthWord);
  const numKeys = cInteger.u32(numKeysWord);
  const range = parseBkeyRange(rangeWord);
  const filter = given.length > 3 ? parseFilter(given) : { filter: undefined, words: 0 };
  if (!length || !numKeys || range === undefined || filter === undefined || length > 0xffffffff - 2) return undefined;
  const rest = given.slice(filter.words);
  const offset = rest.length > 1 ? cInteger.u32(rest[0] ?? '') : 0;
  const count = cInteger.u32(rest.at(-1) ?? '');
  if (rest.length > 2 || offset === undefined || count === undefined) return undefined;
  return { length, numKeys, query: { keys: [], range, filter: filter.filter, offset, count } };
}

function isImpossible({ length, numKeys, query }: MultiRequest): boolean {
  return numKeys > Math.floor(length / 2) + 1 || length > numKeys * MAX_KEY + numKeys - 1 || query.count === 0;
}

function keyBlock({ length, numKeys }: MultiRequest, then: (keys: readonly string[]) => Step): Step {
  return dataBlock(length, (block) => {
    const keys = readNames(block, numKeys, MAX_KEY, true);
    return keys ? then(keys) : BAD_BLOCK;
  });
}
