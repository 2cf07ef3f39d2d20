import { latin1 } from '../latin1.ts';

/**
 * The names (keys, fields) of a list block: exactly `count`, one separator between two. Separators are blanks or, where `commas` allows that old form, commas.
 * Undefined if the block is anything else.
 */
export function readNames(
  block: Uint8Array,
  count: number,
  longest: number,
  commas: boolean,
): readonly string[] | undefined {
  const text = latin1.decode(block);
  const names = text.split(' ');
  if (isList(names, count, longest)) return names;
  if (!commas || text.includes(' ')) return undefined;
  const others = text.split(',');
  return isList(others, count, longest) ? others : undefined;
}

function isList(names: readonly string[], count: number, longest: number): boolean {
  return names.length === count && names.every((name) => name.length > 0 && name.length <= longest);
}
