import { cInteger } from '../c-integer.ts';
import { type CommandContext, MAX_LENGTH } from '../session/command.ts';
import { dataBlock, type Step, silence, status } from '../session/step.ts';
import type { CollectionAttributes, CollectionType } from '../store/collection-item.ts';
import { parseAttributes } from './parse-attributes.ts';

/** Reads `noreply` or `pipe` at the end of a request; answers how many words that takes. */
export function readEnding(words: readonly string[], context: CommandContext): 0 | 1 {
  const last = words.at(-1);
  if (last === 'pipe') context.pipe.begin();
  context.noreply = last === 'noreply' || last === 'pipe';
  return context.noreply ? 1 : 0;
}

/** A data length, or undefined. */
export function parseLength(word = ''): number | undefined {
  const length = cInteger.i32(word);
  return length === undefined || length < 0 || length > MAX_LENGTH ? undefined : length;
}

/** What stands between a request's own words and its ending: nothing, or `create <attributes>`. */
export function parseCreate(
  words: readonly string[],
  type: CollectionType,
  { store }: CommandContext,
): { readonly attributes: CollectionAttributes | undefined } | undefined {
  if (words.length === 0) return { attributes: undefined };
  const attributes = words[0] === 'create' ? parseAttributes(words.slice(1), type, store.time) : undefined;
  return attributes && { attributes };
}

/** Reads the data of a collection element, unless its pipe has failed or it is too large: then the data is skipped. */
export function elementBlock(length: number, context: CommandContext, then: (data: Uint8Array) => Step): Step {
  if (context.pipe.skips(context.noreply)) return silence(length + 2);
  if (length + 2 > context.store.limits.maxElementBytes) return status('CLIENT_ERROR too large value', length + 2);
  return dataBlock(length, then);
}

/** `delete` or `drop` behind a get. Undefined if it is another word. */
export function parseRemoval(
  word: string | undefined,
): { readonly remove: boolean; readonly drop: boolean } | undefined {
  if (word === undefined) return { remove: false, drop: false };
  return word === 'delete' || word === 'drop' ? { remove: true, drop: word === 'drop' } : undefined;
}

/** `[drop]` behind a delete, before its ending. Undefined if there is something else. */
export function parseDrop(words: readonly string[]): { readonly drop: boolean } | undefined {
  if (words.length === 0) return { drop: false };
  return words.length === 1 && words[0] === 'drop' ? { drop: true } : undefined;
}
