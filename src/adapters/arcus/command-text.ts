import { keyOf } from './key-of.ts';
import type { Command } from './protocol/command.ts';

/** Characters of a key that a message shows. */
const SHOWN = 80;

/** A command as messages name it: `get of 'user:1'`. */
export function commandText(command: Command): string {
  return aboutKey(command.type, keyOf(command));
}

/** The same of a call whose command is not made. */
export function aboutKey(what: string, key: string | undefined): string {
  if (typeof key !== 'string') return what;
  return `${what} of '${key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key}'`;
}
