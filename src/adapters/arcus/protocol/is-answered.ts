import type { Command } from './command.ts';

/** Commands to which the server, and the encoder, know the keyword `noreply`. */
const canBeSilent: ReadonlySet<Command['type']> = new Set<Command['type']>([
  'set',
  'add',
  'replace',
  'append',
  'prepend',
  'cas',
  'incr',
  'decr',
  'delete',
  'touch',
  'flush_all',
  'flush_prefix',
  'lop create',
  'lop insert',
  'lop delete',
  'sop create',
  'sop insert',
  'sop delete',
  'mop create',
  'mop insert',
  'mop upsert',
  'mop update',
  'mop delete',
  'bop create',
  'bop insert',
  'bop upsert',
  'bop update',
  'bop delete',
  'bop incr',
  'bop decr',
]);

/** Whether a response comes. To take one for none, or none for one, would shift all that follow. */
export function isAnswered(command: Command): boolean {
  if (command.type === 'quit') return false;
  return !('noreply' in command && command.noreply === true && canBeSilent.has(command.type));
}
