import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { type Bkey, writeBkey } from '../arguments/bkey.ts';
import { type BtreeOverflow, btreeOverflows, type ListOverflow, listOverflows } from '../arguments/creation.ts';
import { endLine } from '../arguments/data-block.ts';
import { writeExptime, writeInteger } from '../arguments/integer.ts';
import { writeKey } from '../arguments/key.ts';
import { writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

const attributeNames = [
  'type',
  'flags',
  'expiretime',
  'count',
  'maxcount',
  'overflowaction',
  'readable',
  'maxbkeyrange',
  'minbkey',
  'maxbkey',
  'trimmed',
] as const;

export type AttributeName = (typeof attributeNames)[number];

export interface GetAttributesCommand {
  readonly type: 'getattr';
  readonly key: string;
  /** At most 11; absent: all that apply. */
  readonly names?: readonly AttributeName[];
}

/** At least one attribute must be given. */
export interface SetAttributesCommand {
  readonly type: 'setattr';
  readonly key: string;
  readonly expiretime?: number;
  /** The server clamps it to its own limit in silence. */
  readonly maxcount?: number;
  readonly overflowaction?: ListOverflow | BtreeOverflow;
  /** Only from hidden to readable; there is no way back. */
  readonly readable?: true;
  /** The largest distance of bkeys: of the kind of the b+tree's bkeys; 0n sets no limit. */
  readonly maxbkeyrange?: Bkey;
}

export type AttributesCommand = GetAttributesCommand | SetAttributesCommand;

const overflowActions = [...new Set([...listOverflows, ...btreeOverflows])];

export function writeAttributes(out: ByteWriter, command: AttributesCommand): void {
  out.ascii(command.type);
  writeKey(out, command.key);
  if (command.type === 'setattr') writeAssignments(out, command);
  else if (command.names !== undefined) {
    const { names } = command;
    if (!Array.isArray(names) || names.length === 0 || names.length > attributeNames.length) {
      throw new ArcusArgumentError('names', `must have 1 to ${attributeNames.length} entries`, names);
    }
    for (const name of names) writeWord(out, name, 'names', attributeNames);
  }
  endLine(out);
}

function writeAssignments(out: ByteWriter, command: SetAttributesCommand): void {
  const { expiretime, maxcount, overflowaction, readable, maxbkeyrange } = command;
  const before = out.length;
  if (expiretime !== undefined) assign(out, 'expiretime', () => writeExptime(out, expiretime, 'expiretime', false));
  if (maxcount !== undefined)
    assign(out, 'maxcount', () => writeInteger(out, maxcount, 'maxcount', 0, 1_000_000, false));
  if (overflowaction !== undefined) {
    assign(out, 'overflowaction', () => writeWord(out, overflowaction, 'overflowaction', overflowActions, false));
  }
  if (readable !== undefined) {
    if (readable !== true)
      throw new ArcusArgumentError('readable', 'must be true, as nothing can be hidden again', readable);
    out.ascii(' readable=on');
  }
  if (maxbkeyrange !== undefined)
    assign(out, 'maxbkeyrange', () => writeBkey(out, maxbkeyrange, 'maxbkeyrange', false));
  if (out.length === before) throw new ArcusArgumentError('setattr', 'must have at least one attribute', undefined);
}

/** ` <name>=<value>`. */
function assign(out: ByteWriter, name: AttributeName, writeValue: () => void): void {
  out.byte(32);
  out.ascii(name);
  out.byte(61);
  writeValue();
}
