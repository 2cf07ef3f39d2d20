import type { ByteWriter } from '../byte-writer.ts';
import { writeExptime, writeFlags, writeInteger } from './integer.ts';
import { requireObject } from './require-object.ts';
import { isSet, writeWord } from './tail.ts';

export type ListOverflow = 'error' | 'head_trim' | 'tail_trim';
export type SetOverflow = 'error';
export type BtreeOverflow = 'error' | 'smallest_trim' | 'largest_trim' | 'smallest_silent_trim' | 'largest_silent_trim';

/** Attributes of a collection at its creation. */
export interface Creation<Overflow extends string> {
  /** u32 that goes with the item, not with its elements. Default 0. */
  readonly flags?: number;
  /** Seconds; see `exptime` of `set`. Default 0, never. */
  readonly exptime?: number;
  /** Most elements it may hold. Default 4000, as in the Java client; the server clamps to its own limit in silence. */
  readonly maxCount?: number;
  /** What happens when it is full. The server's default: `tail_trim`, `error` or `smallest_trim`. */
  readonly overflowAction?: Overflow;
  /** Created hidden from readers until `setattr readable=on`. */
  readonly unreadable?: boolean;
}

/** ` <flags> <exptime> <maxcount> [<overflowaction>] [unreadable]`. */
export function writeCreation<O extends string>(out: ByteWriter, creation: Creation<O>, overflow: readonly O[]): void {
  writeFlags(out, creation.flags);
  writeExptime(out, creation.exptime);
  const { maxCount = 4000, overflowAction } = creation;
  writeInteger(out, maxCount, 'maxCount', 0, 1_000_000);
  if (overflowAction !== undefined) writeWord(out, overflowAction, 'overflowAction', overflow);
  if (isSet(creation.unreadable, 'unreadable')) out.ascii(' unreadable');
}

/** ` create <attributes>`, when the command may create its collection. */
export function writeCreateClause<O extends string>(
  out: ByteWriter,
  creation: Creation<O> | undefined,
  overflow: readonly O[],
): void {
  if (creation === undefined) return;
  requireObject(creation, 'create');
  out.ascii(' create');
  writeCreation(out, creation, overflow);
}

export const listOverflows: readonly ListOverflow[] = ['error', 'head_trim', 'tail_trim'];
export const setOverflows: readonly SetOverflow[] = ['error'];
export const btreeOverflows: readonly BtreeOverflow[] = [
  'error',
  'smallest_trim',
  'largest_trim',
  'smallest_silent_trim',
  'largest_silent_trim',
];
