import { type AfterGet, writeAfterGet } from '../arguments/after-get.ts';
import {
  type Creation,
  type ListOverflow,
  listOverflows,
  writeCreateClause,
  writeCreation,
} from '../arguments/creation.ts';
import { endLine, writeDataSize } from '../arguments/data-block.ts';
import { writeInteger } from '../arguments/integer.ts';
import { writeKey } from '../arguments/key.ts';
import { isSet, writeTail } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

/** Places in a list (i32), both included; negative ones count from the tail, `from` behind `to` reads backwards. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

export interface ListCreateCommand extends Creation<ListOverflow> {
  readonly type: 'lop create';
  readonly key: string;
  readonly noreply?: boolean;
}

export interface ListInsertCommand {
  readonly type: 'lop insert';
  readonly key: string;
  /** i32: where the element will stand; -1 appends. */
  readonly index: number;
  readonly data: Uint8Array;
  readonly create?: Creation<ListOverflow>;
  readonly noreply?: boolean;
}

export interface ListDeleteCommand {
  readonly type: 'lop delete';
  readonly key: string;
  readonly index: number | IndexRange;
  /** Also removes the list itself once it is empty. */
  readonly drop?: boolean;
  readonly noreply?: boolean;
}

export interface ListGetCommand {
  readonly type: 'lop get';
  readonly key: string;
  readonly index: number | IndexRange;
  readonly after?: AfterGet;
}

export type ListCommand = ListCreateCommand | ListInsertCommand | ListDeleteCommand | ListGetCommand;

export function writeList(out: ByteWriter, command: ListCommand, piped = false): void {
  out.ascii(command.type);
  writeKey(out, command.key);
  switch (command.type) {
    case 'lop create':
      writeCreation(out, command, listOverflows);
      break;
    case 'lop insert':
      writeInsert(out, command, piped);
      return;
    case 'lop delete':
      writeIndexOrRange(out, command.index);
      if (isSet(command.drop, 'drop')) out.ascii(' drop');
      break;
    case 'lop get':
      writeIndexOrRange(out, command.index);
      writeAfterGet(out, command.after);
      endLine(out);
      return;
  }
  writeTail(out, command.noreply, piped);
  endLine(out);
}

function writeInsert(out: ByteWriter, command: ListInsertCommand, piped: boolean): void {
  const { data } = command;
  writeIndex(out, command.index, 'index');
  const size = writeDataSize(out, data, out.limits.maxElementBytes);
  writeCreateClause(out, command.create, listOverflows);
  writeTail(out, command.noreply, piped);
  endLine(out);
  out.block(data, size);
}

function writeIndexOrRange(out: ByteWriter, index: number | IndexRange): void {
  if (typeof index !== 'object' || index === null) {
    writeIndex(out, index, 'index');
    return;
  }
  const { from, to } = index;
  writeIndex(out, from, 'index.from');
  out.ascii('..');
  writeIndex(out, to, 'index.to', false);
}

function writeIndex(out: ByteWriter, index: number, argument: string, blank = true): void {
  writeInteger(out, index, argument, -0x8000_0000, 0x7fff_ffff, blank);
}
