import type { Command } from './protocol/command.ts';

/** The key that a command is about, as messages name it; `undefined` where there is none. */
export function keyOf(command: Command): string | undefined {
  if ('key' in command) return command.key;
  if (!('keys' in command)) return undefined;
  const [first, ...others] = command.keys;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
