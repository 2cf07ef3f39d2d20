import type { Command } from './protocol/command.ts';
import { responseReaderFor } from './protocol/response-reader-for.ts';
import type { ResponseReader } from './protocol/responses/response-reader.ts';
import { ValuesReader } from './protocol/responses/values-reader.ts';

/**
 * What is left in flight of an operation that nobody waits for: enough to swallow its own response and no other's. Of a `get` of one
 * key that is the key; where one line comes, a reader that all of them share.
 */
export type Tombstone = string | ResponseReader;

export function tombstoneOf(command: Command): Tombstone {
  if (command.type === 'get' && command.keys.length === 1) return command.keys[0] as string;
  return responseReaderFor(command);
}

/** Reads the response that a tombstone waits for. */
export function readerOf(tombstone: Tombstone): ResponseReader {
  return typeof tombstone === 'string' ? new ValuesReader([tombstone], false, false) : tombstone;
}
