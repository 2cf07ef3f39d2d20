import { ArcusArgumentError } from './arguments/argument-error.ts';
import { requireObject } from './arguments/require-object.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Command } from './command.ts';
import { writeAdmin } from './commands/admin.ts';
import { writeAttributes } from './commands/attributes.ts';
import { writeBtreeWrite } from './commands/btree.ts';
import { writeBtreeMulti } from './commands/btree-multi.ts';
import { writeBtreeRead } from './commands/btree-read.ts';
import { writeKv } from './commands/kv.ts';
import { writeList } from './commands/list.ts';
import { writeMap } from './commands/map.ts';
import { writePipe } from './commands/pipe.ts';
import { writeScan } from './commands/scan.ts';
import { writeSet } from './commands/set.ts';
import { writeStats } from './commands/stats.ts';

/** Appends a command's request; throws `ArcusArgumentError` when half of it may have been written. */
export function writeCommand(out: ByteWriter, command: Command): void {
  requireObject(command, 'command');
  switch (command.type) {
    case 'get':
    case 'set':
    case 'gets':
    case 'mget':
    case 'mgets':
    case 'add':
    case 'replace':
    case 'append':
    case 'prepend':
    case 'cas':
    case 'incr':
    case 'decr':
    case 'delete':
    case 'touch':
      writeKv(out, command);
      break;
    case 'lop create':
    case 'lop insert':
    case 'lop delete':
    case 'lop get':
      writeList(out, command);
      break;
    case 'sop create':
    case 'sop insert':
    case 'sop delete':
    case 'sop exist':
    case 'sop get':
      writeSet(out, command);
      break;
    case 'mop create':
    case 'mop insert':
    case 'mop upsert':
    case 'mop update':
    case 'mop delete':
    case 'mop get':
      writeMap(out, command);
      break;
    case 'bop get':
    case 'bop count':
    case 'bop position':
    case 'bop gbp':
    case 'bop pwg':
      writeBtreeRead(out, command);
      break;
    case 'bop create':
    case 'bop insert':
    case 'bop upsert':
    case 'bop update':
    case 'bop delete':
    case 'bop incr':
    case 'bop decr':
      writeBtreeWrite(out, command);
      break;
    case 'bop mget':
    case 'bop smget':
      writeBtreeMulti(out, command);
      break;
    case 'pipe':
      writePipe(out, command);
      break;
    case 'getattr':
    case 'setattr':
      writeAttributes(out, command);
      break;
    case 'stats':
    case 'stats prefixlist':
    case 'stats cachedump':
      writeStats(out, command);
      break;
    case 'scan key':
    case 'scan prefix':
      writeScan(out, command);
      break;
    case 'version':
    case 'ready':
    case 'quit':
    case 'flush_all':
    case 'flush_prefix':
    case 'config':
    case 'scrub':
    case 'sasl mech':
    case 'sasl auth':
      writeAdmin(out, command);
      break;
    default:
      throw new ArcusArgumentError(
        'type',
        'must be a command of this protocol',
        (command satisfies never as Command).type,
      );
  }
}
