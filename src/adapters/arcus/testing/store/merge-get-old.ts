import type { Bkey } from './bkey.ts';
import type { Item } from './item.ts';
import type { MergeCursor } from './merge-cursor.ts';
import { type MergedElement, type MergeFailure, type MergeQuery, openCursors } from './merge-query.ts';
import { MergeQueue } from './merge-queue.ts';

export interface OldMergeResult {
  readonly elements: readonly MergedElement[];
  readonly missed: readonly string[];
  /** True if the elements end where a tree was trimmed. */
  readonly trimmed: boolean;
  readonly duplicated: boolean;
}

/** `bop smget` without a mode, in its retired form: a tree that is trimmed at the start of the range fails all of it, one trimmed at the end ends the elements. */
export function mergeGetOld(
  find: (key: string) => Item | undefined,
  query: MergeQuery,
): OldMergeResult | MergeFailure | 'OUT_OF_RANGE' {
  const queue = new MergeQueue(query.offset + query.count);
  const missed: string[] = [];
  const admit = (cursor: MergeCursor): 'REPEATED_KEY' | 'OUT_OF_RANGE' | undefined => {
    if (cursor.scan.startTrimmed) return 'OUT_OF_RANGE';
    if (cursor.scan.element === undefined) return undefined;
    if (cursor.seek(false)) return queue.add(cursor);
    return cursor.scan.endTrimmed ? 'OUT_OF_RANGE' : undefined;
  };
  const failure = openCursors(find, query, admit, (key) => missed.push(key));
  if (failure !== undefined) return failure;

  const elements: MergedElement[] = [];
  let duplicated = false;
  let metTrim = false;
  let skipped = 0;
  let previous: Bkey | undefined;
  for (let cursor = queue.first; cursor !== undefined; cursor = queue.first) {
    const { element } = cursor;
    const repeats = element.bkey === previous;
    previous = element.bkey;
    if (metTrim && !repeats) break;
    if (skipped < query.offset) {
      skipped++;
    } else {
      if (repeats && elements.length > 0) duplicated = true;
      elements.push({ item: cursor.item, element });
      if (elements.length === query.count) break;
    }
    if (cursor.seek(true)) {
      queue.reorderFirst();
    } else {
      if (cursor.scan.endTrimmed) metTrim = true;
      queue.shift();
    }
  }
  return { elements, missed, trimmed: metTrim && elements.length < query.count, duplicated };
}
