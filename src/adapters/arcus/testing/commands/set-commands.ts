import { cInteger } from '../c-integer.ts';
import type { Command } from '../session/command.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, status } from '../session/step.ts';
import { afterRemoval, findCollection, insertInto, readableCollection } from './collection-access.ts';
import { createCommand } from './create-command.ts';
import { family } from './family.ts';
import { elementBlock, parseCreate, parseDrop, parseLength, parseRemoval, readEnding } from './request-words.ts';

const MOST_ELEMENTS = 1000;

/** `sop insert <key> <bytes> [create <attributes>] [noreply|pipe]` */
const insert: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, , key = '', lengthWord] = words;
  const length = parseLength(lengthWord);
  const create = parseCreate(words.slice(4, words.length - ending), 'set', context);
  if (length === undefined || create === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) =>
    status(insertInto(context, 'set', key, create.attributes, (set) => set.insert(data))),
  );
};

/** `sop delete <key> <bytes> [drop] [noreply|pipe]` */
const remove: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, , key = '', lengthWord] = words;
  const length = parseLength(lengthWord);
  const drop = parseDrop(words.slice(4, words.length - ending));
  if (length === undefined || drop === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) => {
    const set = findCollection(context.store, 'set', key);
    if (typeof set === 'string') return status(set);
    if (!set.delete(data)) return status('NOT_FOUND_ELEMENT');
    return status(afterRemoval(context.store, set, drop.drop));
  });
};

/** `sop exist <key> <bytes> [pipe]`; any other last word is passed over. */
const exist: Command = (words, context) => {
  const [, , key = '', lengthWord] = words;
  if (words.at(-1) === 'pipe') readEnding(words, context);
  const length = parseLength(lengthWord);
  if (length === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) => {
    const set = readableCollection(context.store, 'set', key);
    return status(typeof set === 'string' ? set : set.has(data) ? 'EXIST' : 'NOT_EXIST');
  });
};

/** `sop get <key> <count> [delete|drop]`; count 0 is all of them, however many. */
const get: Command = ([, , key = '', countWord = '', removalWord], { store }) => {
  const count = cInteger.u32(countWord);
  if (count === undefined) return BAD_FORMAT;
  if (count > MOST_ELEMENTS) return status('CLIENT_ERROR invalid: too many count');
  const removal = parseRemoval(removalWord);
  if (removal === undefined) return BAD_FORMAT;
  const set = readableCollection(store, 'set', key);
  if (typeof set === 'string') return status(set);
  const elements = set.take(count);
  if (elements.length === 0) return status('NOT_FOUND_ELEMENT');
  const reply = new Reply().line(`VALUE ${set.flags} ${elements.length}`);
  for (const data of elements) reply.data(`${data.length} `, data);
  if (!removal.remove) return body(reply.line('END'));
  for (const data of elements) set.delete(data);
  return body(reply.line(afterRemoval(store, set, removal.drop)));
};

export const setCommands: Command = family({
  create: { words: [6, 9], run: createCommand('set') },
  insert: { words: [4, 11], run: insert },
  delete: { words: [4, 6], run: remove },
  exist: { words: [4, 5], run: exist },
  get: { words: [4, 5], run: get },
});
