import { type AfterGet, writeAfterGet } from '../arguments/after-get.ts';
import {
  type Creation,
  type SetOverflow,
  setOverflows,
  writeCreateClause,
  writeCreation,
} from '../arguments/creation.ts';
import { endLine, writeDataSize } from '../arguments/data-block.ts';
import { writeInteger } from '../arguments/integer.ts';
import { writeKey } from '../arguments/key.ts';
import { isSet, writeTail } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

export interface SetCreateCommand extends Creation<SetOverflow> {
  readonly type: 'sop create';
  readonly key: string;
  readonly noreply?: boolean;
}

export interface SetInsertCommand {
  readonly type: 'sop insert';
  readonly key: string;
  readonly data: Uint8Array;
  readonly create?: Creation<SetOverflow>;
  readonly noreply?: boolean;
}

export interface SetDeleteCommand {
  readonly type: 'sop delete';
  readonly key: string;
  readonly data: Uint8Array;
  /** Also removes the set itself once it is empty. */
  readonly drop?: boolean;
  readonly noreply?: boolean;
}

export interface SetExistCommand {
  readonly type: 'sop exist';
  readonly key: string;
  readonly data: Uint8Array;
}

export interface SetGetCommand {
  readonly type: 'sop get';
  readonly key: string;
  /** 0 returns every element, 1 to 1000 that many picked at random. */
  readonly count: number;
  readonly after?: AfterGet;
}

export type SetCommand = SetCreateCommand | SetInsertCommand | SetDeleteCommand | SetExistCommand | SetGetCommand;

export function writeSet(out: ByteWriter, command: SetCommand, piped = false): void {
  out.ascii(command.type);
  writeKey(out, command.key);
  switch (command.type) {
    case 'sop create':
      writeCreation(out, command, setOverflows);
      writeTail(out, command.noreply);
      endLine(out);
      return;
    case 'sop get':
      writeInteger(out, command.count, 'count', 0, 1000);
      writeAfterGet(out, command.after);
      endLine(out);
      return;
    default:
      writeElementCommand(out, command, piped);
      return;
  }
}

function writeElementCommand(
  out: ByteWriter,
  command: SetInsertCommand | SetDeleteCommand | SetExistCommand,
  piped: boolean,
): void {
  const { data } = command;
  const size = writeDataSize(out, data, out.limits.maxElementBytes);
  if (command.type === 'sop insert') writeCreateClause(out, command.create, setOverflows);
  if (command.type === 'sop delete' && isSet(command.drop, 'drop')) out.ascii(' drop');
  // `sop exist` does not know noreply.
  writeTail(out, command.type === 'sop exist' ? undefined : command.noreply, piped);
  endLine(out);
  out.block(data, size);
}
