import { ArcusArgumentError } from '../arguments/argument-error.ts';
import { endLine } from '../arguments/data-block.ts';
import { writeInteger } from '../arguments/integer.ts';
import { writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

/** All types, key-value, list, set, map, b+tree. */
export type ScanType = 'A' | 'K' | 'L' | 'S' | 'M' | 'B';

interface Scan {
  /** `'0'` at first, then the cursor of the last response, until that is `'0'` again. */
  readonly cursor: string;
  /** 1 to 2000; the server's default is 20. */
  readonly count?: number;
  /** A glob of at most 64 bytes and 4 `*`; `\` takes the next `*`, `?` or `\` literally. */
  readonly match?: string;
}

export interface ScanKeyCommand extends Scan {
  readonly type: 'scan key';
  readonly itemType?: ScanType;
}

export interface ScanPrefixCommand extends Scan {
  readonly type: 'scan prefix';
}

export type ScanCommand = ScanKeyCommand | ScanPrefixCommand;

const itemTypes: readonly ScanType[] = ['A', 'K', 'L', 'S', 'M', 'B'];

export function writeScan(out: ByteWriter, command: ScanCommand): void {
  const { cursor, count, match } = command;
  out.ascii(command.type);
  out.byte(32);
  if (typeof cursor !== 'string' || !/^\d{1,31}$/.test(cursor)) {
    throw new ArcusArgumentError('cursor', 'must be a string of 1 to 31 digits', cursor);
  }
  out.ascii(cursor);
  if (count !== undefined) {
    out.ascii(' count');
    writeInteger(out, count, 'count', 1, 2000);
  }
  if (match !== undefined) {
    out.ascii(' match ');
    out.token(match, 'match', 64);
    if (!isGlob(match)) {
      throw new ArcusArgumentError('match', 'must have at most 4 `*`, and \\ only before *, ? or \\', match);
    }
  }
  if (command.type === 'scan key' && command.itemType !== undefined) {
    out.ascii(' type');
    writeWord(out, command.itemType, 'itemType', itemTypes);
  }
  endLine(out);
}

function isGlob(pattern: string): boolean {
  const rest = pattern.replace(/\\[*?\\]/g, '');
  return !rest.includes('\\') && rest.split('*').length <= 5;
}
