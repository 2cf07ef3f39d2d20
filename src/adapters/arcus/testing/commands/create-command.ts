import type { Command } from '../session/command.ts';
import { BAD_FORMAT, status } from '../session/step.ts';
import type { CollectionType } from '../store/collection-item.ts';
import { createCollection } from './collection-access.ts';
import { parseAttributes } from './parse-attributes.ts';

/** `<family> create <key> <attributes> [noreply]` */
export function createCommand(type: CollectionType): Command {
  return (words, context) => {
    context.noreply = words.at(-1) === 'noreply';
    const given = words.slice(3, context.noreply ? -1 : undefined);
    const attributes = parseAttributes(given, type, context.store.time);
    if (attributes === undefined) return BAD_FORMAT;
    return status(createCollection(context.store, type, words[2] ?? '', attributes));
  };
}
