import type { Answer, Finish } from './model-answer.ts';
import { inRange, parseRange, printElement, sorted, takeFilter, touchesTrimmed } from './model-btree.ts';
import { countInBtree, updateInBtree } from './model-collections.ts';
import type { ModelBtree } from './model-item.ts';

/** The verbs of b+trees but create, insert, upsert and those with several keys. */
export function useBtree(tree: ModelBtree, verb: string, words: string[], data: string, finish: Finish): Answer {
  if (verb === 'incr' || verb === 'decr') return { status: countInBtree(tree, words) };
  if (verb === 'update') {
    const status = updateInBtree(tree, parseRange(words[3]!), words.slice(4), words.at(-1) === '-1' ? undefined : data);
    return { status };
  }
  if (verb === 'gbp') {
    const all = words[3] === 'asc' ? sorted(tree) : sorted(tree).reverse();
    const [from = '', to = from] = words[4]!.split('..');
    const [p, q] = [Number(from), Number(to)];
    const chosen = all.filter((_element, at) => at >= Math.min(p, q) && at <= Math.max(p, q));
    return finish((p <= q ? chosen : chosen.reverse()).map(printElement), () => undefined);
  }
  const range = parseRange(words[3]!);
  if (verb === 'position' || verb === 'pwg') {
    if (tree.elements.length === 0) return { status: 'NOT_FOUND_ELEMENT' };
    if (tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
    const all = words[4] === 'asc' ? sorted(tree) : sorted(tree).reverse();
    const at = all.findIndex(({ bkey }) => bkey === range.from);
    if (at < 0) return { status: 'NOT_FOUND_ELEMENT' };
    if (verb === 'position') return { status: `POSITION=${at}` };
    const first = Math.max(0, at - Number(words[5] ?? 0));
    const chosen = all.slice(first, at + Number(words[5] ?? 0) + 1);
    return {
      block: `VALUE ${at} ${tree.flags} ${chosen.length} ${at - first}\r\n${chosen.map(printElement).join('')}END\r\n`,
    };
  }
  const rest = words.slice(4).filter((word) => word !== 'delete' && word !== 'drop');
  const filter = takeFilter(rest);
  const offset = rest.length > 1 ? Number(rest[0]) : 0;
  const count = Number(rest.at(-1) ?? 0) || Number.POSITIVE_INFINITY;
  if (verb === 'count') {
    if (tree.kind !== undefined && tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
    return { status: `COUNT=${inRange(tree, range).filter(({ eflag }) => filter(eflag)).length}` };
  }
  if (offset >= tree.elements.length) return { status: 'NOT_FOUND_ELEMENT' };
  if (tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
  const passing = inRange(tree, range).filter(({ eflag }) => filter(eflag));
  const chosen = passing.slice(offset, offset + count);
  const trimmed = verb === 'get' && touchesTrimmed(tree, range, chosen.length === count);
  if (chosen.length === 0) return { status: trimmed ? 'OUT_OF_RANGE' : 'NOT_FOUND_ELEMENT' };
  const remove = (): void => {
    tree.elements = tree.elements.filter((element) => !chosen.includes(element));
  };
  return finish(chosen.map(printElement), remove, trimmed ? 'TRIMMED' : 'END');
}
