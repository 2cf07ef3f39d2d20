import { type Bkey, compareBkeys } from './bkey.ts';
import type { Item } from './item.ts';
import type { MergeCursor } from './merge-cursor.ts';
import { type MergedElement, type MergeFailure, type MergeQuery, openCursors } from './merge-query.ts';
import { MergeQueue } from './merge-queue.ts';

export interface MergeResult {
  readonly elements: readonly MergedElement[];
  readonly missed: readonly {
    readonly key: string;
    readonly cause: 'NOT_FOUND' | 'UNREADABLE' | 'OUT_OF_RANGE';
  }[];
  /** Trees whose walk ran into the end that trims have pushed elements out of, with the last bkey before it. */
  readonly trimmed: readonly TrimmedKey[];
  /** True if a bkey is there twice. */
  readonly duplicated: boolean;
}

export interface TrimmedKey {
  readonly key: string;
  readonly bkey: Bkey;
}

/** `bop smget` with a mode. `unique` gives each bkey once. */
export function mergeGet(
  find: (key: string) => Item | undefined,
  query: MergeQuery,
  unique: boolean,
): MergeResult | MergeFailure {
  const queue = new MergeQueue(query.offset + query.count);
  const missed: MergeResult['missed'][number][] = [];
  const trimmed: TrimmedKey[] = [];
  const end = (cursor: MergeCursor): void => {
    if (cursor.scan.endTrimmed) trimmed.push({ key: cursor.item.key, bkey: cursor.lastBkey });
  };
  const admit = (cursor: MergeCursor): 'REPEATED_KEY' | undefined => {
    if (cursor.scan.startTrimmed) missed.push({ key: cursor.item.key, cause: 'OUT_OF_RANGE' });
    else if (cursor.scan.element !== undefined) {
      if (cursor.seek(false)) return unique ? queue.addUnique(cursor, end) : queue.add(cursor);
      end(cursor);
    }
    return undefined;
  };
  const failure = openCursors(find, query, admit, (key, cause) => missed.push({ key, cause }));
  if (failure !== undefined) return failure;

  const elements: MergedElement[] = [];
  let duplicated = false;
  let skipped = 0;
  let previous: Bkey | undefined;
  for (let cursor = queue.first; cursor !== undefined; cursor = queue.first) {
    const { element } = cursor;
    const repeats = element.bkey === previous;
    previous = element.bkey;
    if (!(unique && repeats)) {
      if (skipped < query.offset) {
        skipped++;
      } else {
        if (repeats && elements.length > 0) duplicated = true;
        elements.push({ item: cursor.item, element });
        if (elements.length === query.count) break;
      }
    }
    if (cursor.seek(true)) {
      queue.reorderFirst();
    } else {
      end(cursor);
      queue.shift();
    }
  }
  return { elements, missed, trimmed: sortTrimmed(trimmed, elements, query), duplicated };
}

/** Sorted in the direction of the walk; those at or behind the last element of a full answer do not matter. */
function sortTrimmed(trimmed: TrimmedKey[], elements: readonly MergedElement[], query: MergeQuery): TrimmedKey[] {
  const { step } = query.range;
  const tail = elements.length === query.count ? elements.at(-1)?.element.bkey : undefined;
  const sorted: TrimmedKey[] = [];
  for (const entry of trimmed.reverse()) {
    if (tail !== undefined && compareBkeys(entry.bkey, tail) * step >= 0) continue;
    let left = 0;
    let right = sorted.length - 1;
    while (left <= right) {
      const middle = (left + right) >>> 1;
      const order = compareBkeys(entry.bkey, sorted[middle]!.bkey) * step;
      if (order >= 0) left = middle + 1;
      // Equal bkeys have no order of their own: the search stops at the one it meets first, as the real one does.
      if (order === 0) break;
      if (order < 0) right = middle - 1;
    }
    sorted.splice(left, 0, entry);
  }
  return sorted;
}
