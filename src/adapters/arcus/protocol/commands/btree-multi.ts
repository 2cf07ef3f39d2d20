import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { type Bkey, type BkeyRange, writeBkeyOrRange } from '../arguments/bkey.ts';
import { endLine } from '../arguments/data-block.ts';
import { type EflagFilter, writeFilter } from '../arguments/eflag.ts';
import { maxU32, writeInteger } from '../arguments/integer.ts';
import { maxKeyBytes } from '../arguments/key.ts';
import { joinNames, writeListSize } from '../arguments/name-list.ts';
import { writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

/** Elements of a range from several b+trees, each by itself. */
export interface BtreeMgetCommand {
  readonly type: 'bop mget';
  /** 1 to 200. */
  readonly keys: readonly string[];
  readonly bkey: Bkey | BkeyRange;
  readonly filter?: EflagFilter;
  /** Matches to pass over first, in each b+tree. */
  readonly offset?: number;
  /** 1 to 50, for each b+tree. */
  readonly count: number;
}

/** Elements of a range from several b+trees, merged in the order of bkeys. */
export interface BtreeSmgetCommand {
  readonly type: 'bop smget';
  /** 1 to 10000, each once. */
  readonly keys: readonly string[];
  readonly bkey: Bkey | BkeyRange;
  readonly filter?: EflagFilter;
  readonly offset?: number;
  /** `offset` + `count` is 1 to 2000. */
  readonly count: number;
  /** Whether a bkey found in several b+trees comes every time or once. */
  readonly mode: 'duplicate' | 'unique';
}

export type BtreeMultiCommand = BtreeMgetCommand | BtreeSmgetCommand;

const modes: readonly BtreeSmgetCommand['mode'][] = ['duplicate', 'unique'];

export function writeBtreeMulti(out: ByteWriter, command: BtreeMultiCommand): void {
  const merges = command.type === 'bop smget';
  const { keys, offset, count } = command;
  const list = joinNames(keys, 'keys', merges ? 10_000 : 200, maxKeyBytes);
  // The server refuses a key named twice with an error that loses the stream.
  if (merges && new Set(keys).size !== list.count)
    throw new ArcusArgumentError('keys', 'must differ from each other', keys);
  out.ascii(command.type);
  writeListSize(out, list);
  writeBkeyOrRange(out, command.bkey);
  writeFilter(out, command.filter);
  if (offset !== undefined) writeInteger(out, offset, 'offset', 0, merges ? 1999 : maxU32);
  writeInteger(out, count, 'count', 1, merges ? 2000 - (offset ?? 0) : 50);
  if (merges) writeWord(out, command.mode, 'mode', modes);
  endLine(out);
  out.block(list.bytes, list.bytes.length);
}
