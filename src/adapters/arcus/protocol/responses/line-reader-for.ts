import type { Command } from '../command.ts';
import { type LineKind, LineReader } from './line-reader.ts';

const kinds: readonly LineKind[] = ['status', 'number', 'count', 'position', 'version', 'mechanisms'];
const plain = readers(false);
const afterData = readers(true);

/** The reader of a response of one line, alone or as a status within a pipe. */
export function lineReaderFor(command: Command): LineReader {
  switch (command.type) {
    case 'incr':
    case 'decr':
    case 'bop incr':
    case 'bop decr':
      return plain.number;
    case 'bop count':
      return plain.count;
    case 'bop position':
      return plain.position;
    case 'version':
      return plain.version;
    case 'sasl mech':
      return plain.mechanisms;
    case 'set':
    case 'add':
    case 'replace':
    case 'append':
    case 'prepend':
    case 'cas':
    case 'lop insert':
    case 'sop insert':
    case 'sop delete':
    case 'sop exist':
    case 'mop insert':
    case 'mop upsert':
    case 'mop update':
    case 'mop delete':
    case 'bop insert':
    case 'bop upsert':
    case 'bop update':
      return afterData.status;
    default:
      return plain.status;
  }
}

function readers(withData: boolean): Readonly<Record<LineKind, LineReader>> {
  return Object.fromEntries(kinds.map((kind) => [kind, new LineReader(kind, withData)])) as Record<
    LineKind,
    LineReader
  >;
}
