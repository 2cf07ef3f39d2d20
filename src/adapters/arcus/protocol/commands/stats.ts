import { endLine } from '../arguments/data-block.ts';
import { maxU32, writeInteger } from '../arguments/integer.ts';
import { listLength } from '../arguments/key.ts';
import { writeWord } from '../arguments/tail.ts';
import type { ByteWriter } from '../byte-writer.ts';

const topics = [
  'settings',
  'items',
  'slabs',
  'prefixes',
  'scrub',
  'dump',
  'zookeeper',
  'detail dump',
  'detail on',
  'detail off',
  'reset',
] as const;

export interface StatsCommand {
  readonly type: 'stats';
  /** Absent: the general figures. `reset` and `detail on|off` are answered by a status. */
  readonly topic?: (typeof topics)[number];
}

/** Figures of key prefixes: of those named (at most 25), or of all. */
export interface StatsPrefixlistCommand {
  readonly type: 'stats prefixlist';
  readonly of: 'item' | 'operation';
  readonly prefixes?: readonly string[];
}

export interface StatsCachedumpCommand {
  readonly type: 'stats cachedump';
  readonly slabClass: number;
  readonly limit: number;
}

export type StatisticsCommand = StatsCommand | StatsPrefixlistCommand | StatsCachedumpCommand;

const subjects: readonly StatsPrefixlistCommand['of'][] = ['item', 'operation'];

export function writeStats(out: ByteWriter, command: StatisticsCommand): void {
  out.ascii(command.type);
  switch (command.type) {
    case 'stats':
      if (command.topic !== undefined) writeWord(out, command.topic, 'topic', topics);
      break;
    case 'stats cachedump':
      writeInteger(out, command.slabClass, 'slabClass', 0, maxU32);
      writeInteger(out, command.limit, 'limit', 0, maxU32);
      break;
    case 'stats prefixlist': {
      const { prefixes } = command;
      writeWord(out, command.of, 'of', subjects);
      if (prefixes === undefined) break;
      // The server splits a line into at most 30 words.
      const count = listLength(prefixes, 'prefixes', 25);
      for (let i = 0; i < count; i++) {
        out.byte(32);
        out.token(prefixes[i] as string, `prefixes[${i}]`, 250);
      }
    }
  }
  endLine(out);
}
