import type { Element, ModelBtree } from './model-item.ts';

export type Filter = (eflag: string) => boolean;
type Bkey = Element['bkey'];

export function parseBkey(word: string): Bkey {
  return word.startsWith('0x') ? word.slice(2).toUpperCase() : BigInt(word);
}

export function printBkey(bkey: Bkey): string {
  return typeof bkey === 'bigint' ? String(bkey) : `0x${bkey}`;
}

export function printElement({ bkey, eflag, data }: Element): string {
  return `${printBkey(bkey)} ${eflag === '' ? '' : `0x${eflag} `}${data.length} ${data}\r\n`;
}

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
const hexOf = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');

export function combine(a: string, operator: string, b: string): string {
  const right = bytesOf(b);
  return hexOf(
    bytesOf(a).map((byte, i) => {
      const other = right[i] ?? 0;
      return operator === '&' ? byte & other : operator === '|' ? byte | other : byte ^ other;
    }),
  );
}

/** `<offset> [<bitop> <value>] <compop> <value>[,...]` at the front of `words`, which it takes away. */
export function takeFilter(words: string[]): Filter {
  const at = words.findIndex((word) => /^(?:EQ|NE|LT|LE|GT|GE)$/.test(word));
  if (at < 0) return () => true;
  const [offset = '', operator = '', mask = ''] = words.slice(0, at);
  const [compare = '', list = ''] = words.slice(at, at + 2);
  words.splice(0, at + 2);
  const values = list.split(',').map((value) => value.slice(2).toUpperCase());
  const size = values[0]?.length ?? 0;
  return (eflag) => {
    const start = Number(offset) * 2;
    let part = eflag.slice(start, start + size);
    if (part.length < size) return compare === 'NE';
    if (operator !== '') part = combine(part, operator, mask.slice(2).toUpperCase());
    const [value = ''] = values;
    return {
      EQ: values.includes(part),
      NE: !values.includes(part),
      LT: part < value,
      LE: part <= value,
      GT: part > value,
      GE: part >= value,
    }[compare]!;
  };
}

export interface Range {
  readonly from: Bkey;
  readonly to: Bkey;
}

export function parseRange(word: string): Range {
  const [from = '', to = from] = word.split('..');
  return { from: parseBkey(from), to: parseBkey(to) };
}

/** The elements in the range, in its direction. */
export function inRange(tree: ModelBtree, { from, to }: Range): Element[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  const found = sorted(tree).filter(({ bkey }) => bkey >= low && bkey <= high);
  return from <= to ? found : found.reverse();
}

export function sorted(tree: ModelBtree): Element[] {
  return [...tree.elements].sort((a, b) => (a.bkey < b.bkey ? -1 : 1));
}

/** True if a walk through the range starts in the part of the tree that trims have taken away. */
export function startsInTrimmed(tree: ModelBtree, { from }: Range): boolean {
  const all = sorted(tree);
  if (!tree.trimmed || all.length === 0) return false;
  if (tree.action === 'smallest_trim') return from < all[0]!.bkey;
  return tree.action === 'largest_trim' && from > all.at(-1)!.bkey;
}

/** True if a walk through the whole range goes beyond the last element it can meet, into the part that trims have taken away. */
export function endsInTrimmed(tree: ModelBtree, range: Range): boolean {
  const all = sorted(tree);
  if (!tree.trimmed || all.length === 0) return false;
  const down = range.from > range.to;
  const found = inRange(tree, range);
  const edge = down ? all[0]! : all.at(-1)!;
  const reaches = tree.action === (down ? 'smallest_trim' : 'largest_trim');
  // A walk stops at the end of its range if it meets that, but does not look whether it already starts there.
  const beyond = down ? range.to < edge.bkey : range.to > edge.bkey;
  return reaches && (beyond || (found.length === 1 && found[0] === edge));
}

/** What a get of the range says beside its elements. `stopped`: it had enough before the end of the range. */
export function touchesTrimmed(tree: ModelBtree, range: Range, stopped: boolean): boolean {
  return startsInTrimmed(tree, range) || (range.from !== range.to && !stopped && endsInTrimmed(tree, range));
}

/** Distance of two bkeys, byte strings filled up with zeros or cut to the length of the limit. */
function distance(high: Bkey, low: Bkey, limit: Bkey): Bkey {
  if (typeof high === 'bigint' || typeof low === 'bigint' || typeof limit === 'bigint')
    return BigInt(high) - BigInt(low);
  const number = (hex: string): bigint => BigInt(`0x${hex.slice(0, limit.length).padEnd(limit.length, '0')}`);
  return BigInt.asUintN(limit.length * 4, number(high) - number(low))
    .toString(16)
    .toUpperCase()
    .padStart(limit.length, '0');
}

export function width(tree: ModelBtree, limit: Bkey): Bkey {
  const all = sorted(tree);
  return distance(all.at(-1)!.bkey, all[0]!.bkey, limit);
}

/** Puts an element in. Answers the status, and what a full tree has lost for it. */
export function insert(tree: ModelBtree, element: Element, replace: boolean): { status: string; lost?: Element } {
  const kind = typeof element.bkey as 'bigint' | 'string';
  if ((tree.elements.length > 0 || tree.range !== undefined) && tree.kind !== undefined && tree.kind !== kind) {
    return { status: 'BKEY_MISMATCH' };
  }
  const old = tree.elements.find(({ bkey }) => bkey === element.bkey);
  if (old !== undefined) {
    if (!replace) return { status: 'ELEMENT_EXISTS' };
    Object.assign(old, element);
    return { status: 'REPLACED' };
  }
  if (tree.elements.length === 0) {
    tree.kind = kind;
    tree.elements.push(element);
    return { status: 'STORED' };
  }
  const all = sorted(tree);
  const [smallest, largest] = [all[0]!.bkey, all.at(-1)!.bkey];
  const trimsLow = tree.action.startsWith('smallest');
  const trimsHigh = tree.action.startsWith('largest');
  const outside = element.bkey < smallest || element.bkey > largest;
  if (tree.range !== undefined && outside) {
    const limit = tree.range;
    const below = element.bkey < smallest;
    const wide = below ? distance(largest, element.bkey, limit) : distance(element.bkey, smallest, limit);
    if (wide > limit) {
      if (below ? !trimsHigh : !trimsLow) return { status: 'OUT_OF_RANGE' };
      // Everything too far from the new element goes.
      tree.elements = tree.elements.filter(({ bkey }) =>
        below ? distance(bkey, element.bkey, limit) <= limit : distance(element.bkey, bkey, limit) <= limit,
      );
      tree.elements.push(element);
      if (!tree.action.includes('silent')) tree.trimmed = false;
      return { status: 'STORED' };
    }
  }
  if (tree.elements.length < tree.max) {
    tree.elements.push(element);
    return { status: 'STORED' };
  }
  if (tree.action === 'error') return { status: 'OVERFLOWED' };
  if (!tree.action.includes('silent')) tree.trimmed = true;
  if (trimsLow ? element.bkey < smallest : element.bkey > largest) return { status: 'OUT_OF_RANGE' };
  const lost = trimsLow ? all[0]! : [...all, element].sort((a, b) => (a.bkey < b.bkey ? -1 : 1)).at(-1)!;
  tree.elements = [...tree.elements, element].filter((other) => other !== lost);
  return { status: 'STORED', lost };
}
