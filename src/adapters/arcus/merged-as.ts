import type { Request } from './request.ts';

/**
 * What `get`s that may be one request have in common: the `textFlags` of their commands, -1 for none. `undefined` of anything else.
 */
export function mergedAs({ command, alone }: Request): number | undefined {
  if (command.type !== 'get' || command.keys.length !== 1 || alone) return undefined;
  return command.textFlags ?? -1;
}
