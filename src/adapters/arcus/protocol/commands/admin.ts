import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { endLine, writeDataSize } from '../arguments/data-block.ts';
import { writeInteger } from '../arguments/integer.ts';
import { isSet, writeTail, writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

/** `version` -> the version; `ready` -> READY or NOT_READY; `quit` -> the server closes without an answer. */
export interface PlainCommand {
  readonly type: 'version' | 'ready' | 'quit' | 'sasl mech';
}

/** With a delay (seconds) everything stored before that moment goes, also what is stored after this command. */
export interface FlushAllCommand {
  readonly type: 'flush_all';
  readonly delay?: number;
  readonly noreply?: boolean;
}

export interface FlushPrefixCommand {
  readonly type: 'flush_prefix';
  /** 1 to 250 bytes; `null`: the items whose key has no prefix. */
  readonly prefix: string | null;
  readonly delay?: number;
  readonly noreply?: boolean;
}

/** Reads a setting of the server, or changes it. */
export interface ConfigCommand {
  readonly type: 'config';
  readonly name: string;
  readonly value?: string;
}

/** Needs the server's scrub extension. */
export interface ScrubCommand {
  readonly type: 'scrub';
  readonly stale?: boolean;
}

/** A step of a SASL exchange: the first names the mechanism, those that answer a challenge do not. */
export interface SaslAuthCommand {
  readonly type: 'sasl auth';
  readonly mechanism?: string;
  readonly data: Uint8Array;
}

export type AdminCommand =
  | PlainCommand
  | FlushAllCommand
  | FlushPrefixCommand
  | ConfigCommand
  | ScrubCommand
  | SaslAuthCommand;

const plain: readonly PlainCommand['type'][] = ['version', 'ready', 'quit', 'sasl mech'];

export function writeAdmin(out: ByteWriter, command: AdminCommand): void {
  switch (command.type) {
    case 'flush_all':
      out.ascii('flush_all');
      if (command.delay !== undefined) writeDelay(out, command.delay);
      writeTail(out, command.noreply);
      endLine(out);
      return;
    case 'flush_prefix':
      writeFlushPrefix(out, command);
      return;
    case 'config':
      out.ascii('config ');
      out.token(command.name, 'name', 250);
      if (command.value !== undefined) {
        out.byte(32);
        out.token(command.value, 'value', 250);
      }
      endLine(out);
      return;
    case 'scrub':
      out.ascii(isSet(command.stale, 'stale') ? 'scrub stale' : 'scrub');
      endLine(out);
      return;
    case 'sasl auth':
      writeSaslAuth(out, command);
      return;
    default:
      writeWord(out, command.type, 'type', plain, false);
      endLine(out);
      return;
  }
}

function writeFlushPrefix(out: ByteWriter, command: FlushPrefixCommand): void {
  const { prefix, delay } = command;
  out.ascii('flush_prefix ');
  if (prefix === '<null>') throw new ArcusArgumentError('prefix', 'must be null for items without a prefix', prefix);
  if (prefix === null) out.ascii('<null>');
  else out.token(prefix, 'prefix', 250);
  if (delay !== undefined) writeDelay(out, delay);
  // As the last word it would be taken for the keyword, and the answer would never come.
  else if (prefix === 'noreply') out.ascii(' 0');
  writeTail(out, command.noreply);
  endLine(out);
}

function writeDelay(out: ByteWriter, delay: number): void {
  writeInteger(out, delay, 'delay', 0, Number.MAX_SAFE_INTEGER);
}

function writeSaslAuth(out: ByteWriter, command: SaslAuthCommand): void {
  const { mechanism, data } = command;
  out.ascii('sasl auth');
  if (mechanism !== undefined) {
    out.byte(32);
    out.token(mechanism, 'mechanism', 32);
  }
  const size = writeDataSize(out, data, out.limits.maxElementBytes);
  endLine(out);
  out.block(data, size);
}
