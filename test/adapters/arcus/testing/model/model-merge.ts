import {
  endsInTrimmed,
  type Filter,
  inRange,
  printBkey,
  printElement,
  type Range,
  startsInTrimmed,
} from './model-btree.ts';
import type { Element, ModelBtree, ModelItem } from './model-item.ts';

interface Hit {
  readonly key: string;
  readonly tree: ModelBtree;
  readonly element: Element;
}

/** `bop smget`, by collecting everything there is and sorting it. The keys must differ. */
export function mergeGet(
  find: (key: string) => ModelItem | undefined,
  keys: readonly string[],
  range: Range,
  filter: Filter,
  offset: number,
  count: number,
  mode: string | undefined,
): string {
  const down = range.from > range.to;
  const missed: string[] = [];
  const hits: Hit[] = [];
  const ending: { readonly key: string; readonly last: Element; readonly lastHit: Element | undefined }[] = [];
  for (const key of keys) {
    const item = find(key);
    if (item === undefined) {
      missed.push(`${key} NOT_FOUND`);
      continue;
    }
    if (item.type !== 'b+tree') return 'TYPE_MISMATCH\r\n';
    if (!item.readable) {
      missed.push(`${key} UNREADABLE`);
      continue;
    }
    if (item.elements.length === 0) continue;
    if (item.kind !== typeof range.from) return 'BKEY_MISMATCH\r\n';
    if (startsInTrimmed(item, range)) {
      if (mode === undefined) return 'OUT_OF_RANGE\r\n';
      missed.push(`${key} OUT_OF_RANGE`);
      continue;
    }
    const all = inRange(item, range);
    const mine = all.filter(({ eflag }) => filter(eflag));
    hits.push(...mine.map((element) => ({ key, tree: item, element })));
    if (all.length > 0 && endsInTrimmed(item, range)) {
      if (mode === undefined && mine.length === 0) return 'OUT_OF_RANGE\r\n';
      ending.push({ key, last: all.at(-1)!, lastHit: mine.at(-1) });
    }
  }
  hits.sort((a, b) => {
    const order =
      a.element.bkey === b.element.bkey ? (a.key < b.key ? -1 : 1) : a.element.bkey < b.element.bkey ? -1 : 1;
    return down ? -order : order;
  });
  const print = ({ key, tree, element }: Hit): string => `${key} ${tree.flags} ${printElement(element)}`;
  const repeats = (list: readonly Hit[], at: number): boolean => list[at - 1]?.element.bkey === list[at]?.element.bkey;

  if (mode === undefined) {
    let met = false;
    const found: Hit[] = [];
    let duplicated = false;
    for (const [at, hit] of hits.entries()) {
      if (met && !repeats(hits, at)) break;
      if (at >= offset) {
        if (found.length > 0 && repeats(hits, at)) duplicated = true;
        found.push(hit);
        if (found.length === count) break;
      }
      if (ending.some(({ lastHit }) => lastHit === hit.element)) met = true;
    }
    const trimmed = met && found.length < count;
    const trailer =
      `${duplicated ? 'DUPLICATED' : ''}${duplicated && trimmed ? '_' : ''}${trimmed ? 'TRIMMED' : ''}` || 'END';
    const names = missed.map((line) => `${line.split(' ')[0]}\r\n`).join('');
    return `VALUE ${found.length}\r\n${found.map(print).join('')}MISSED_KEYS ${missed.length}\r\n${names}${trailer}\r\n`;
  }
  const candidates = mode === 'unique' ? hits.filter((_hit, at) => !repeats(hits, at)) : hits;
  const found = candidates.slice(offset, offset + count);
  const duplicated = found.some((_hit, at) => at > 0 && repeats(found, at));
  const tail = found.length === count ? found.at(-1)!.element.bkey : undefined;
  const trimmed = ending
    .filter(({ last }) => tail === undefined || (down ? last.bkey > tail : last.bkey < tail))
    .sort((a, b) => (a.last.bkey < b.last.bkey !== down ? -1 : 1))
    .map(({ key, last }) => `${key} ${printBkey(last.bkey)}\r\n`);
  const lines = missed.map((line) => `${line}\r\n`).join('');
  return `ELEMENTS ${found.length}\r\n${found.map(print).join('')}MISSED_KEYS ${missed.length}\r\n${lines}TRIMMED_KEYS ${trimmed.length}\r\n${trimmed.join('')}${duplicated ? 'DUPLICATED' : 'END'}\r\n`;
}
