import type { BkeyRange } from './bkey-range.ts';
import type { BtreeElement, BtreeItem } from './btree-item.ts';
import type { EflagFilter } from './eflag-filter.ts';
import type { Item } from './item.ts';
import { MergeCursor } from './merge-cursor.ts';

/** A merge get (`bop smget`): elements of several b+trees in one order. */
export interface MergeQuery {
  readonly keys: readonly string[];
  readonly range: BkeyRange;
  readonly filter: EflagFilter | undefined;
  readonly offset: number;
  /** At least 1. */
  readonly count: number;
}

export interface MergedElement {
  readonly item: BtreeItem;
  readonly element: BtreeElement;
}

/** Why a merge get fails as a whole. */
export type MergeFailure = 'TYPE_MISMATCH' | 'BKEY_MISMATCH' | 'REPEATED_KEY';

/** Looks the trees up and hands a fresh walk through each that is not empty to `admit`, each key without one to `miss`. Stops at a failure. */
export function openCursors<Failure extends string>(
  find: (key: string) => Item | undefined,
  query: MergeQuery,
  admit: (cursor: MergeCursor) => Failure | undefined,
  miss: (key: string, cause: 'NOT_FOUND' | 'UNREADABLE') => void,
): Failure | MergeFailure | undefined {
  for (const key of query.keys) {
    const item = find(key);
    if (item === undefined) {
      miss(key, 'NOT_FOUND');
      continue;
    }
    if (item.type !== 'btree') return 'TYPE_MISMATCH';
    const tree = item as BtreeItem;
    if (!tree.readable) {
      miss(key, 'UNREADABLE');
    } else if (tree.count > 0) {
      if (tree.mismatches(query.range.kind)) return 'BKEY_MISMATCH';
      const failure = admit(new MergeCursor(tree, query.range, query.filter));
      if (failure !== undefined) return failure;
    }
  }
  return undefined;
}
