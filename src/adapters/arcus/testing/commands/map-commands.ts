import { cInteger } from '../c-integer.ts';
import type { Command, CommandContext } from '../session/command.ts';
import { readNames } from '../session/read-names.ts';
import { Reply } from '../session/reply.ts';
import { BAD_FORMAT, body, dataBlock, type Step, silence, status } from '../session/step.ts';
import { afterRemoval, findCollection, insertInto, readableCollection } from './collection-access.ts';
import { createCommand } from './create-command.ts';
import { family } from './family.ts';
import { elementBlock, parseCreate, parseLength, parseRemoval, readEnding } from './request-words.ts';

const LONGEST_FIELD = 250;
const LONG_FIELD = status('CLIENT_ERROR too long field name');

/** `mop insert|upsert <key> <field> <bytes> [create <attributes>] [noreply|pipe]` */
const insert: Command = (words, context) => {
  const ending = readEnding(words, context);
  const [, name, key = '', field = '', lengthWord] = words;
  if (field.length > LONGEST_FIELD) return LONG_FIELD;
  const length = parseLength(lengthWord);
  const create = parseCreate(words.slice(5, words.length - ending), 'map', context);
  if (length === undefined || create === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) =>
    status(insertInto(context, 'map', key, create.attributes, (map) => map.insert(field, data, name === 'upsert'))),
  );
};

/** `mop update <key> <field> <bytes> [noreply|pipe]` */
const update: Command = (words, context) => {
  readEnding(words, context);
  const [, , key = '', field = '', lengthWord] = words;
  if (field.length > LONGEST_FIELD) return LONG_FIELD;
  const length = parseLength(lengthWord);
  if (length === undefined) return BAD_FORMAT;
  return elementBlock(length, context, (data) => {
    const map = findCollection(context.store, 'map', key);
    if (typeof map === 'string') return status(map);
    const updated = map.update(field, data);
    context.store.settle(map);
    return status(updated ? 'UPDATED' : 'NOT_FOUND_ELEMENT');
  });
};

/** `mop delete <key> <lenfields> <numfields> [drop] [noreply|pipe]` with a block of fields, unless both are 0. */
const remove: Command = (words, context) => {
  const ending = readEnding(words, context);
  const { store, pipe } = context;
  const [, , key = '', lengthWord, countWord, word] = words;
  const list = parseFieldList(lengthWord, countWord);
  if (list === undefined) return BAD_FORMAT;
  if (isImpossible(list, context)) {
    // Without an answer of its own the real server forgets to skip the fields, too.
    return status('CLIENT_ERROR bad value', context.noreply && !pipe.isOpen ? 0 : list.length + 2);
  }
  const drop = words.length - ending > 5;
  if (drop && word !== 'drop') return BAD_FORMAT;
  // The skipped fields leave their CRLF behind, which is then read as a command.
  if (pipe.skips(context.noreply)) return silence(list.length);
  return withFields(list, (fields) => {
    const map = findCollection(store, 'map', key);
    if (typeof map === 'string') return status(map);
    if (map.get(fields, true).length === 0) return status('NOT_FOUND_ELEMENT');
    return status(afterRemoval(store, map, drop));
  });
};

/** `mop get <key> <lenfields> <numfields> [delete|drop]` with a block of fields, unless both are 0. */
const get: Command = ([, , key = '', lengthWord, countWord, removalWord], context) => {
  const { store } = context;
  const list = parseFieldList(lengthWord, countWord);
  if (list === undefined) return BAD_FORMAT;
  if (isImpossible(list, context)) return status('CLIENT_ERROR bad value', list.length + 2);
  const removal = parseRemoval(removalWord);
  if (removal === undefined) return BAD_FORMAT;
  return withFields(list, (fields) => {
    const map = readableCollection(store, 'map', key);
    if (typeof map === 'string') return status(map);
    const elements = map.get(fields, removal.remove);
    if (elements.length === 0) return status('NOT_FOUND_ELEMENT');
    const reply = new Reply().line(`VALUE ${map.flags} ${elements.length}`);
    for (const { field, data } of elements) reply.data(`${field} ${data.length} `, data);
    return body(reply.line(removal.remove ? afterRemoval(store, map, removal.drop) : 'END'));
  });
};

export const mapCommands: Command = family({
  create: { words: [6, 9], run: createCommand('map') },
  insert: { words: [5, 12], run: insert },
  upsert: { words: [5, 12], run: insert },
  update: { words: [5, 6], run: update },
  delete: { words: [5, 7], run: remove },
  get: { words: [5, 6], run: get },
});

interface FieldList {
  readonly length: number;
  readonly count: number;
}

function parseFieldList(lengthWord = '', countWord = ''): FieldList | undefined {
  const length = cInteger.u32(lengthWord);
  const count = cInteger.u32(countWord);
  if (length === undefined || count === undefined || length > 0xffffffff - 2) return undefined;
  return (length === 0) === (count === 0) ? { length, count } : undefined;
}

function isImpossible({ length, count }: FieldList, { store }: CommandContext): boolean {
  if (count === 0) return false;
  return (
    length > count * LONGEST_FIELD + count - 1 || count > store.limits.maxMapSize || count > Math.floor(length / 2) + 1
  );
}

function withFields({ length, count }: FieldList, then: (fields: readonly string[]) => Step): Step {
  if (count === 0) return then([]);
  return dataBlock(length, (block) => {
    const fields = readNames(block, count, LONGEST_FIELD, true);
    return fields ? then(fields) : status('CLIENT_ERROR bad data chunk');
  });
}
