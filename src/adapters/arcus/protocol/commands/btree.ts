import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { type Bkey, type BkeyRange, writeBkey, writeBkeyOrRange } from '../arguments/bkey.ts';
import {
  type BtreeOverflow,
  btreeOverflows,
  type Creation,
  writeCreateClause,
  writeCreation,
} from '../arguments/creation.ts';
import { endLine, writeDataSize } from '../arguments/data-block.ts';
import { type EflagFilter, type EflagUpdate, writeEflag, writeEflagUpdate, writeFilter } from '../arguments/eflag.ts';
import { maxU32, writeInteger, writeU64 } from '../arguments/integer.ts';
import { writeKey } from '../arguments/key.ts';
import { requireObject } from '../arguments/require-object.ts';
import { isSet, writeTail } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

export interface BtreeCreateCommand extends Creation<BtreeOverflow> {
  readonly type: 'bop create';
  readonly key: string;
  readonly noreply?: boolean;
}

/** `insert` refuses a bkey that is there; `upsert` replaces its element. */
export interface BtreeInsertCommand {
  readonly type: 'bop insert' | 'bop upsert';
  readonly key: string;
  readonly bkey: Bkey;
  readonly eflag?: Uint8Array;
  readonly data: Uint8Array;
  readonly create?: Creation<BtreeOverflow>;
  /** Asks for the element that had to go to make room. Not in a pipe, not with `noreply`. */
  readonly getTrimmed?: boolean;
  readonly noreply?: boolean;
}

export interface BtreeUpdateCommand {
  readonly type: 'bop update';
  readonly key: string;
  readonly bkey: Bkey;
  readonly eflag?: EflagUpdate;
  /** Without it the data stays. With neither eflag nor data the server answers NOTHING_TO_UPDATE. */
  readonly data?: Uint8Array;
  readonly noreply?: boolean;
}

export interface BtreeDeleteCommand {
  readonly type: 'bop delete';
  readonly key: string;
  readonly bkey: Bkey | BkeyRange;
  readonly filter?: EflagFilter;
  /** At most so many; 0 or absent: all. */
  readonly count?: number;
  /** Also removes the b+tree itself once it is empty. */
  readonly drop?: boolean;
  readonly noreply?: boolean;
}

export interface BtreeCounterCommand {
  readonly type: 'bop incr' | 'bop decr';
  readonly key: string;
  readonly bkey: Bkey;
  /** u64 from 1 up. */
  readonly delta: bigint;
  /** Makes a missing element, with this value (not plus delta). */
  readonly create?: { readonly initial: bigint; readonly eflag?: Uint8Array };
  readonly noreply?: boolean;
}

export type BtreeWriteCommand =
  | BtreeCreateCommand
  | BtreeInsertCommand
  | BtreeUpdateCommand
  | BtreeDeleteCommand
  | BtreeCounterCommand;

export function writeBtreeWrite(out: ByteWriter, command: BtreeWriteCommand, piped = false): void {
  out.ascii(command.type);
  writeKey(out, command.key);
  switch (command.type) {
    case 'bop create':
      writeCreation(out, command, btreeOverflows);
      break;
    case 'bop insert':
    case 'bop upsert':
      writeInsert(out, command, piped);
      return;
    case 'bop update':
      writeUpdate(out, command, piped);
      return;
    case 'bop delete':
      writeBkeyOrRange(out, command.bkey);
      writeFilter(out, command.filter);
      if (command.count !== undefined) writeInteger(out, command.count, 'count', 0, maxU32);
      if (isSet(command.drop, 'drop')) out.ascii(' drop');
      break;
    default:
      writeCounter(out, command);
  }
  writeTail(out, command.noreply, piped);
  endLine(out);
}

function writeInsert(out: ByteWriter, command: BtreeInsertCommand, piped: boolean): void {
  const { data, noreply } = command;
  writeBkey(out, command.bkey);
  writeEflag(out, command.eflag);
  const size = writeDataSize(out, data, out.limits.maxElementBytes);
  writeCreateClause(out, command.create, btreeOverflows);
  if (isSet(command.getTrimmed, 'getTrimmed')) {
    if (piped || noreply) throw new ArcusArgumentError('getTrimmed', 'must stand alone, without pipe or noreply', true);
    out.ascii(' getrim');
  }
  writeTail(out, noreply, piped);
  endLine(out);
  out.block(data, size);
}

function writeUpdate(out: ByteWriter, command: BtreeUpdateCommand, piped: boolean): void {
  const { data } = command;
  writeBkey(out, command.bkey);
  writeEflagUpdate(out, command.eflag);
  let size = 0;
  if (data === undefined) out.ascii(' -1');
  else size = writeDataSize(out, data, out.limits.maxElementBytes);
  writeTail(out, command.noreply, piped);
  endLine(out);
  if (data !== undefined) out.block(data, size);
}

function writeCounter(out: ByteWriter, command: BtreeCounterCommand): void {
  const { create } = command;
  writeBkey(out, command.bkey);
  writeU64(out, command.delta, 'delta', 1n);
  if (create === undefined) return;
  requireObject(create, 'create');
  writeU64(out, create.initial, 'create.initial');
  writeEflag(out, create.eflag);
}
