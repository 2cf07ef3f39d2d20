import type { Command } from '../session/command.ts';
import { getFromTrees, mergeFromTrees } from './btree-multi.ts';
import { countElements, findPosition, findWithNeighbours, getByPosition, getElements } from './btree-reads.ts';
import { addToElement, deleteElements, insertElement, updateElement } from './btree-writes.ts';
import { createCommand } from './create-command.ts';
import { family } from './family.ts';

export const btreeCommands: Command = family({
  create: { words: [6, 9], run: createCommand('btree') },
  insert: { words: [5, 13], run: insertElement },
  upsert: { words: [5, 13], run: insertElement },
  update: { words: [5, 9], run: updateElement },
  delete: { words: [4, 12], run: deleteElements },
  incr: { words: [5, 8], run: addToElement },
  decr: { words: [5, 8], run: addToElement },
  get: { words: [4, 12], run: getElements },
  count: { words: [4, 9], run: countElements },
  mget: { words: [6, 13], run: getFromTrees },
  smget: { words: [6, 13], run: mergeFromTrees },
  position: { words: [5, 5], run: findPosition },
  pwg: { words: [5, 6], run: findWithNeighbours },
  gbp: { words: [5, 5], run: getByPosition },
});
