import { cInteger } from '../c-integer.ts';
import type { Command } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, silence, status } from '../session/step.ts';
import { afterRemoval, findCollection, insertInto, readableCollection } from './collection-access.ts';
import { createCommand } from './create-command.ts';
import { family } from './family.ts';
import { elementBlock, parseCreate, parseDrop, parseLength, parseRemoval, readEnding } from './request-words.ts';

/** `lop insert <key> <index> <bytes> [create <attributes>] [noreply|pipe]` */
const insert: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, , key = '', indexWord = '', lengthWord] = words;
  const index = cInteger.i32(indexWord);
  const length = parseLength(lengthWord);
  const create = parseCreate(words.slice(5, words.length - ending), 'list', context);
  if (index === undefined || length === undefined || create === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) =>
    status(insertInto(context, 'list', key, create.attributes, (list) => list.insert(index, data))),
  );
};

/** `lop delete <key> <index|range> [drop] [noreply|pipe]` */
const remove: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, , key = '', rangeWord = ''] = words;
  const range = parseRange(rangeWord);
  const drop = parseDrop(words.slice(4, words.length - ending));
  if (range === undefined || drop === undefined) return BAD_FORMAT;
  if (context.pipe.skips(context.noreply)) return silence(0);
  const list = findCollection(context.store, 'list', key);
  if (typeof list === 'string') return status(list);
  if (!list.delete(range.from, range.to)) return status('NOT_FOUND_ELEMENT');
  return status(afterRemoval(context.store, list, drop.drop));
};

/** `lop get <key> <index|range> [delete|drop]` */
const get: Command = ([, , key = '', rangeWord = '', removalWord], { store }) => {
  const range = parseRange(rangeWord);
  const removal = parseRemoval(removalWord);
  if (range === undefined || removal === undefined) return BAD_FORMAT;
  const list = readableCollection(store, 'list', key);
  if (typeof list === 'string') return status(list);
  const elements = list.range(range.from, range.to);
  if (elements.length === 0) return status('NOT_FOUND_ELEMENT');
  const reply = new Reply().line(`VALUE ${list.flags} ${elements.length}`);
  for (const data of elements) reply.data(`${data.length} `, data);
  if (!removal.remove) return body(reply.line('END'));
  list.delete(range.from, range.to);
  return body(reply.line(afterRemoval(store, list, removal.drop)));
};

export const listCommands: Command = family({
  create: { words: [6, 9], run: createCommand('list') },
  insert: { words: [5, 12], run: insert },
  delete: { words: [4, 6], run: remove },
  get: { words: [4, 5], run: get },
});

function parseRange(word: string): { readonly from: number; readonly to: number } | undefined {
  const dots = word.indexOf('..');
  const from = cInteger.i32(dots < 0 ? word : word.slice(0, dots));
  const to = dots < 0 ? from : cInteger.i32(word.slice(dots + 2));
  return from === undefined || to === undefined ? undefined : { from, to };
}
