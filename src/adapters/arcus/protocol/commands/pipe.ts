import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { requireObject } from '../arguments/require-object.ts';
import type { ByteWriter } from '../byte-writer.ts';
import {
  type BtreeCounterCommand,
  type BtreeDeleteCommand,
  type BtreeInsertCommand,
  type BtreeUpdateCommand,
  writeBtreeWrite,
} from './btree.ts';
import { type ListDeleteCommand, type ListInsertCommand, writeList } from './list.ts';
import { type MapDeleteCommand, type MapInsertCommand, type MapUpdateCommand, writeMap } from './map.ts';
import { type SetDeleteCommand, type SetExistCommand, type SetInsertCommand, writeSet } from './set.ts';

/** What may go into a batch; without `noreply` and `getTrimmed`. */
export type PipedCommand =
  | ListInsertCommand
  | ListDeleteCommand
  | SetInsertCommand
  | SetDeleteCommand
  | SetExistCommand
  | MapInsertCommand
  | MapUpdateCommand
  | MapDeleteCommand
  | BtreeInsertCommand
  | BtreeUpdateCommand
  | BtreeDeleteCommand
  | BtreeCounterCommand;

/**
 * Commands that are sent as one and answered as one, one after the other and not atomically: keys and families mix,
 * and a status such as NOT_FOUND does not stop the rest.
 */
export interface PipeCommand {
  readonly type: 'pipe';
  /** 1 to 500. */
  readonly commands: readonly PipedCommand[];
}

/** The most commands that one pipe can hold. */
export const maxPipedCommands = 500;

/** Writes a whole pipe: a server that has seen only a part of one mixes its answers with those of later commands. */
export function writePipe(out: ByteWriter, pipe: PipeCommand): void {
  const { commands } = pipe;
  const count = Array.isArray(commands) ? commands.length : 0;
  if (count === 0 || count > maxPipedCommands) {
    throw new ArcusArgumentError('commands', `must have 1 to ${maxPipedCommands} entries`, commands);
  }
  for (let i = 0; i < count; i++) writePiped(out, commands[i] as PipedCommand, i < count - 1);
}

function writePiped(out: ByteWriter, command: PipedCommand, piped: boolean): void {
  requireObject(command, 'commands');
  if ((command as { noreply?: boolean }).noreply || (command as { getTrimmed?: boolean }).getTrimmed) {
    throw new ArcusArgumentError('commands', 'must not use noreply or getTrimmed in a pipe', command);
  }
  switch (command.type) {
    case 'lop insert':
    case 'lop delete':
      writeList(out, command, piped);
      return;
    case 'sop insert':
    case 'sop delete':
    case 'sop exist':
      writeSet(out, command, piped);
      return;
    case 'mop insert':
    case 'mop upsert':
    case 'mop update':
    case 'mop delete':
      writeMap(out, command, piped);
      return;
    case 'bop insert':
    case 'bop upsert':
    case 'bop update':
    case 'bop delete':
    case 'bop incr':
    case 'bop decr':
      writeBtreeWrite(out, command, piped);
      return;
    default:
      throw new ArcusArgumentError(
        'commands',
        'must be such as can be piped',
        (command satisfies never as PipedCommand).type,
      );
  }
}
