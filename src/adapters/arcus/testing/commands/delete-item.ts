import { type Command, MAX_KEY } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';

/** `delete <key> [0] [noreply]`, for items of every type. The 0 is left of a delay that exists no more. */
export const deleteItem: Command = (words, context) => {
  const [, key = '', word] = words;
  if (words.length > 2) {
    context.noreply = words.at(-1) === 'noreply';
    const fine = words.length === 3 ? word === '0' || context.noreply : word === '0' && context.noreply;
    if (!fine) return status('CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]');
  }
  if (key.length > MAX_KEY) return BAD_FORMAT;
  const item = context.store.find(key);
  if (item === undefined) return status('NOT_FOUND');
  context.store.remove(item);
  return status('DELETED');
};
