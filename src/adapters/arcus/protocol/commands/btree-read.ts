import { type AfterGet, writeAfterGet } from '../arguments/after-get.ts';
import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { type Bkey, type BkeyRange, writeBkey, writeBkeyOrRange } from '../arguments/bkey.ts';
import { endLine } from '../arguments/data-block.ts';
import { type EflagFilter, writeFilter } from '../arguments/eflag.ts';
import { maxU32, writeInteger } from '../arguments/integer.ts';
import { writeKey } from '../arguments/key.ts';
import { writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

export type Order = 'asc' | 'desc';

/** Places in the order of bkeys, from 0, both included; `from` behind `to` reads backwards. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

export interface BtreeGetCommand {
  readonly type: 'bop get';
  readonly key: string;
  readonly bkey: Bkey | BkeyRange;
  readonly filter?: EflagFilter;
  /** Matches to pass over first; goes with a count. */
  readonly offset?: number;
  /** At most so many; 0 or absent: all. */
  readonly count?: number;
  readonly after?: AfterGet;
}

export interface BtreeCountCommand {
  readonly type: 'bop count';
  readonly key: string;
  readonly bkey: Bkey | BkeyRange;
  readonly filter?: EflagFilter;
}

export interface BtreePositionCommand {
  readonly type: 'bop position';
  readonly key: string;
  readonly bkey: Bkey;
  readonly order: Order;
}

/** Elements by position. */
export interface BtreeGetByPositionCommand {
  readonly type: 'bop gbp';
  readonly key: string;
  readonly order: Order;
  readonly position: number | PositionRange;
}

/** The position of a bkey, with its element and up to `count` (0 to 100) neighbours on either side. */
export interface BtreePositionWithGetCommand {
  readonly type: 'bop pwg';
  readonly key: string;
  readonly bkey: Bkey;
  readonly order: Order;
  readonly count?: number;
}

export type BtreeReadCommand =
  | BtreeGetCommand
  | BtreeCountCommand
  | BtreePositionCommand
  | BtreeGetByPositionCommand
  | BtreePositionWithGetCommand;

/** The server reads a u32 but goes on with an i32: a larger one has ended it at an assertion. */
const maxPosition = 0x7fff_ffff;
const orders: readonly Order[] = ['asc', 'desc'];

export function writeBtreeRead(out: ByteWriter, command: BtreeReadCommand): void {
  out.ascii(command.type);
  writeKey(out, command.key);
  switch (command.type) {
    case 'bop get':
      writeBkeyOrRange(out, command.bkey);
      writeFilter(out, command.filter);
      writeOffsetAndCount(out, command.offset, command.count);
      writeAfterGet(out, command.after);
      break;
    case 'bop count':
      writeBkeyOrRange(out, command.bkey);
      writeFilter(out, command.filter);
      break;
    case 'bop gbp':
      writeWord(out, command.order, 'order', orders);
      writePosition(out, command.position);
      break;
    default:
      writeBkey(out, command.bkey);
      writeWord(out, command.order, 'order', orders);
      if (command.type === 'bop pwg' && command.count !== undefined) writeInteger(out, command.count, 'count', 0, 100);
  }
  endLine(out);
}

function writeOffsetAndCount(out: ByteWriter, offset: number | undefined, count: number | undefined): void {
  if (offset !== undefined) {
    // A number alone would be read as the count.
    if (count === undefined) throw new ArcusArgumentError('count', 'must be given with an offset', count);
    writeInteger(out, offset, 'offset', 0, maxU32);
  }
  if (count !== undefined) writeInteger(out, count, 'count', 0, maxU32);
}

function writePosition(out: ByteWriter, position: number | PositionRange): void {
  if (typeof position !== 'object' || position === null) {
    writeInteger(out, position, 'position', 0, maxPosition);
    return;
  }
  writeInteger(out, position.from, 'position.from', 0, maxPosition);
  out.ascii('..');
  writeInteger(out, position.to, 'position.to', 0, maxPosition, false);
}
