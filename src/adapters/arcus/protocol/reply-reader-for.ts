import type { Command } from './command.ts';
import { AttributesReader } from './replies/attributes-reader.ts';
import { BlocksReader } from './replies/blocks-reader.ts';
import { ChallengeReader } from './replies/challenge-reader.ts';
import { type CollectionFrame, CollectionReader } from './replies/collection-reader.ts';
import { ConfigReader } from './replies/config-reader.ts';
import { BtreeElementReader, MapElementReader, PlainElementReader } from './replies/element-readers.ts';
import { lineReaderFor } from './replies/line-reader-for.ts';
import { MergeReader } from './replies/merge-reader.ts';
import { PipeReader } from './replies/pipe-reader.ts';
import type { ReplyReader } from './replies/reply-reader.ts';
import { ScanReader } from './replies/scan-reader.ts';
import { StatsReader } from './replies/stats-reader.ts';
import { ValuesReader } from './replies/values-reader.ts';
import type { Reply } from './reply.ts';
import type { BtreeElement } from './reply-btree.ts';
import type { MapElement } from './reply-items.ts';

/** The reader of the response to a command: the one place that says which class (section 4) each belongs to. */
export function replyReaderFor(command: Command): ReplyReader {
  switch (command.type) {
    case 'get':
    case 'gets':
      return new ValuesReader(command.keys, command.type === 'gets', false);
    case 'mget':
    case 'mgets':
      return new ValuesReader(command.keys, command.type === 'mgets', true);
    case 'lop get':
    case 'sop get':
      return new CollectionReader(new PlainElementReader(), elementsReply);
    case 'mop get':
      return new CollectionReader(new MapElementReader(command.fields), mapReply, {
        withData: command.fields !== 'all',
      });
    case 'bop get':
    case 'bop gbp':
      return new CollectionReader(new BtreeElementReader(), btreeReply);
    case 'bop pwg':
      return new CollectionReader(new BtreeElementReader(), neighboursReply, { withPosition: true });
    case 'bop insert':
    case 'bop upsert':
      if (!command.getTrimmed) break;
      return new CollectionReader(new BtreeElementReader(), trimmedReply, { withData: true });
    case 'bop mget':
      return new BlocksReader(command.keys);
    case 'bop smget':
      return new MergeReader(command.keys);
    case 'pipe':
      return new PipeReader(command.commands.map(lineReaderFor));
    case 'getattr':
      return new AttributesReader();
    case 'scan key':
      return new ScanReader('keys');
    case 'scan prefix':
      return new ScanReader('prefixes');
    case 'stats':
    case 'stats prefixlist':
    case 'stats cachedump':
      return new StatsReader();
    case 'config':
      if (command.value !== undefined) break;
      return new ConfigReader(command.name);
    case 'sasl auth':
      return new ChallengeReader();
  }
  return lineReaderFor(command);
}

function elementsReply(elements: Uint8Array[], { flags, trailer }: CollectionFrame): Reply {
  return { type: 'elements', fatal: false, flags, elements, trailer };
}

function mapReply(elements: MapElement[], { flags, trailer }: CollectionFrame): Reply {
  return { type: 'map', fatal: false, flags, elements, trailer };
}

function btreeReply(elements: BtreeElement[], { flags, trailer }: CollectionFrame): Reply {
  return { type: 'btree', fatal: false, flags, elements, trailer };
}

function trimmedReply(elements: BtreeElement[], { flags, trailer }: CollectionFrame): Reply {
  return { type: 'trimmed', fatal: false, flags, elements, trailer };
}

function neighboursReply(elements: BtreeElement[], { flags, position, index }: CollectionFrame): Reply {
  return { type: 'neighbours', fatal: false, flags, position, index, elements };
}
