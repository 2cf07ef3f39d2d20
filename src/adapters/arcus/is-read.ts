import type { Command } from './protocol/command.ts';

/** Whether a command changes nothing: only then may it be sent again when nobody knows whether it was carried out. */
export function isRead(command: Command): boolean {
  switch (command.type) {
    case 'get':
    case 'gets':
    case 'mget':
    case 'mgets':
    case 'sop exist':
    case 'bop count':
    case 'bop position':
    case 'bop gbp':
    case 'bop pwg':
    case 'bop mget':
    case 'bop smget':
    case 'getattr':
    case 'scan key':
    case 'scan prefix':
    case 'version':
      return true;
    case 'lop get':
    case 'sop get':
    case 'mop get':
    case 'bop get':
      return command.after === undefined;
    default:
      return false;
  }
}
