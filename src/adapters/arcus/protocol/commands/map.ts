import { type AfterGet, writeAfterGet } from '../arguments/after-get.ts';
import {
  type Creation,
  type SetOverflow,
  setOverflows,
  writeCreateClause,
  writeCreation,
} from '../arguments/creation.ts';
import { endLine, writeDataSize } from '../arguments/data-block.ts';
import { writeKey } from '../arguments/key.ts';
import { joinNames, type NameList, writeListSize } from '../arguments/name-list.ts';
import { isSet, writeTail } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

export interface MapCreateCommand extends Creation<SetOverflow> {
  readonly type: 'mop create';
  readonly key: string;
  readonly noreply?: boolean;
}

/** `insert` refuses a field that is there; `upsert` replaces it. */
export interface MapInsertCommand {
  readonly type: 'mop insert' | 'mop upsert';
  readonly key: string;
  /** 1 to 250 bytes without blank, CR, LF and NUL. */
  readonly field: string;
  readonly data: Uint8Array;
  readonly create?: Creation<SetOverflow>;
  readonly noreply?: boolean;
}

export interface MapUpdateCommand {
  readonly type: 'mop update';
  readonly key: string;
  readonly field: string;
  readonly data: Uint8Array;
  readonly noreply?: boolean;
}

/** Which fields: never empty by accident, since an empty list would mean all of them on the wire. */
export type MapFields = readonly string[] | 'all';

export interface MapDeleteCommand {
  readonly type: 'mop delete';
  readonly key: string;
  readonly fields: MapFields;
  /** Also removes the map itself once it is empty. */
  readonly drop?: boolean;
  readonly noreply?: boolean;
}

export interface MapGetCommand {
  readonly type: 'mop get';
  readonly key: string;
  readonly fields: MapFields;
  readonly after?: AfterGet;
}

export type MapCommand = MapCreateCommand | MapInsertCommand | MapUpdateCommand | MapDeleteCommand | MapGetCommand;

export function writeMap(out: ByteWriter, command: MapCommand, piped = false): void {
  if (command.type === 'mop get' || command.type === 'mop delete') {
    writeFieldsCommand(out, command, piped);
    return;
  }
  out.ascii(command.type);
  writeKey(out, command.key);
  if (command.type === 'mop create') {
    writeCreation(out, command, setOverflows);
    writeTail(out, command.noreply);
    endLine(out);
    return;
  }
  const { data } = command;
  out.byte(32);
  out.token(command.field, 'field', 250);
  const size = writeDataSize(out, data, out.limits.maxElementBytes);
  if (command.type !== 'mop update') writeCreateClause(out, command.create, setOverflows);
  writeTail(out, command.noreply, piped);
  endLine(out);
  out.block(data, size);
}

function writeFieldsCommand(out: ByteWriter, command: MapGetCommand | MapDeleteCommand, piped: boolean): void {
  const { fields } = command;
  let list: NameList | undefined;
  if (fields !== 'all') list = joinNames(fields, 'fields', 1_000_000, 250);
  out.ascii(command.type);
  writeKey(out, command.key);
  if (list === undefined) out.ascii(' 0 0');
  else writeListSize(out, list);
  if (command.type === 'mop get') writeAfterGet(out, command.after);
  else {
    if (isSet(command.drop, 'drop')) out.ascii(' drop');
    writeTail(out, command.noreply, piped);
  }
  endLine(out);
  // Without a list nothing more may follow: the server would take it for the next command.
  if (list !== undefined) out.block(list.bytes, list.bytes.length);
}
