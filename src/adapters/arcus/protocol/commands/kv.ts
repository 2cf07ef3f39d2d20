import { bytesOfText, endLine, writeDataSize, writeLength } from '../arguments/data-block.ts';
import { writeExptime, writeFlags, writeU64 } from '../arguments/integer.ts';
import { maxKeyBytes, writeKey, writeKeys } from '../arguments/key.ts';
import { joinNames, writeListSize } from '../arguments/name-list.ts';
import { requireObject } from '../arguments/require-object.ts';
import { writeTail } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

/** `append` and `prepend` leave the stored flags and exptime as they are. */
export interface StoreCommand {
  readonly type: 'set' | 'add' | 'replace' | 'append' | 'prepend';
  readonly key: string;
  /** Text stands for its UTF-8. */
  readonly data: Uint8Array | string;
  /** u32. Default 0. */
  readonly flags?: number;
  /** Seconds: 0 (default) never, -1 sticky, other negatives already expired, to 2592000 from now, more is Unix time. */
  readonly exptime?: number;
  /**
   * No answer, not even an error. Yet a header that the server refuses leaves its data to be read as a command, and
   * that is answered: a line that belongs to nobody. Better not used.
   */
  readonly noreply?: boolean;
}

export interface CasCommand extends Omit<StoreCommand, 'type'> {
  readonly type: 'cas';
  /** The u64 that `gets` gave. */
  readonly cas: bigint;
}

/** Misses are left out of the response. `mget` and `mgets` take up to 10000 keys, from servers 1.11 and 1.13 on. */
export interface GetCommand {
  readonly type: 'get' | 'gets' | 'mget' | 'mgets';
  readonly keys: readonly string[];
  /** With `get` and one key: an item with these flags is answered by a `TextValueResponse`, if it is UTF-8. Default: none. */
  readonly textFlags?: number;
}

export interface CounterCommand {
  readonly type: 'incr' | 'decr';
  readonly key: string;
  /** u64. `incr` wraps at 2^64, `decr` stops at 0. */
  readonly delta: bigint;
  /** Makes a missing counter, with this value (not plus delta). */
  readonly create?: { readonly initial: bigint; readonly flags?: number; readonly exptime?: number };
  readonly noreply?: boolean;
}

export interface DeleteCommand {
  readonly type: 'delete';
  readonly key: string;
  readonly noreply?: boolean;
}

export interface TouchCommand {
  readonly type: 'touch';
  readonly key: string;
  readonly exptime: number;
  readonly noreply?: boolean;
}

export type KvCommand = StoreCommand | CasCommand | GetCommand | CounterCommand | DeleteCommand | TouchCommand;

export function writeKv(out: ByteWriter, command: KvCommand): void {
  switch (command.type) {
    case 'get':
    case 'gets':
      out.ascii(command.type);
      writeKeys(out, command.keys);
      endLine(out);
      return;
    case 'mget':
    case 'mgets':
      writeMget(out, command);
      return;
    case 'incr':
    case 'decr':
      writeCounter(out, command);
      return;
    case 'delete':
      out.ascii('delete');
      writeKey(out, command.key);
      break;
    case 'touch':
      out.ascii('touch');
      writeKey(out, command.key);
      writeExptime(out, command.exptime);
      break;
    default:
      writeStore(out, command);
      return;
  }
  writeTail(out, command.noreply);
  endLine(out);
}

function writeStore(out: ByteWriter, command: StoreCommand | CasCommand): void {
  const { data } = command;
  if (typeof data !== 'string') out.block(data, writeStoreHead(out, command, data));
  else {
    const before = out.length;
    writeStoreHead(out, command, data);
    if (out.asciiBlock(data)) return;
    out.truncate(before);
    const bytes = bytesOfText(data);
    out.block(bytes, writeStoreHead(out, command, bytes));
  }
}

/** The line before the data, of which it announces the length. */
function writeStoreHead(out: ByteWriter, command: StoreCommand | CasCommand, data: Uint8Array | string): number {
  out.ascii(command.type);
  writeKey(out, command.key);
  const { flags = 0, exptime = 0 } = command;
  if (flags === 0 && exptime === 0) out.ascii(' 0 0');
  else {
    writeFlags(out, flags);
    writeExptime(out, exptime);
  }
  const max = out.limits.maxValueBytes;
  const size = typeof data === 'string' ? writeLength(out, data, max) : writeDataSize(out, data, max);
  if (command.type === 'cas') writeU64(out, command.cas, 'cas');
  writeTail(out, command.noreply);
  endLine(out);
  return size;
}

function writeMget(out: ByteWriter, command: GetCommand): void {
  const list = joinNames(command.keys, 'keys', 10_000, maxKeyBytes);
  out.ascii(command.type);
  writeListSize(out, list);
  endLine(out);
  out.block(list.bytes, list.bytes.length);
}

function writeCounter(out: ByteWriter, command: CounterCommand): void {
  const { create } = command;
  out.ascii(command.type);
  writeKey(out, command.key);
  writeU64(out, command.delta, 'delta');
  if (create !== undefined) {
    requireObject(create, 'create');
    writeFlags(out, create.flags);
    writeExptime(out, create.exptime);
    writeU64(out, create.initial, 'create.initial');
  }
  writeTail(out, command.noreply);
  endLine(out);
}
