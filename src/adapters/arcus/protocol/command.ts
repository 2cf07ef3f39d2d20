import type { AdminCommand } from './commands/admin.ts';
import type { AttributesCommand } from './commands/attributes.ts';
import type { BtreeWriteCommand } from './commands/btree.ts';
import type { BtreeMultiCommand } from './commands/btree-multi.ts';
import type { BtreeReadCommand } from './commands/btree-read.ts';
import type { KvCommand } from './commands/kv.ts';
import type { ListCommand } from './commands/list.ts';
import type { MapCommand } from './commands/map.ts';
import type { PipeCommand } from './commands/pipe.ts';
import type { ScanCommand } from './commands/scan.ts';
import type { SetCommand } from './commands/set.ts';
import type { StatisticsCommand } from './commands/stats.ts';

/**
 * What can be asked of an ARCUS server: plain data, told apart by `type`, which is the command's words on the wire.
 * A command must not be changed while its response is awaited.
 */
export type Command =
  | KvCommand
  | ListCommand
  | SetCommand
  | MapCommand
  | BtreeWriteCommand
  | BtreeReadCommand
  | BtreeMultiCommand
  | AttributesCommand
  | PipeCommand
  | StatisticsCommand
  | ScanCommand
  | AdminCommand;
