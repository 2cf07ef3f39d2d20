import type { Command } from './command.ts';
import type { GetCommand } from './commands/kv.ts';
import type { ArcusResponse } from './response.ts';
import type { BtreeElement } from './response-btree.ts';
import type { MapElement } from './response-items.ts';
import { AttributesReader } from './responses/attributes-reader.ts';
import { BlocksReader } from './responses/blocks-reader.ts';
import { BtreeElementReader } from './responses/btree-element-reader.ts';
import { ChallengeReader } from './responses/challenge-reader.ts';
import { type CollectionFrame, CollectionReader } from './responses/collection-reader.ts';
import { ConfigReader } from './responses/config-reader.ts';
import { lineReaderFor } from './responses/line-reader-for.ts';
import { MapElementReader } from './responses/map-element-reader.ts';
import { MergeReader } from './responses/merge-reader.ts';
import { PipeReader } from './responses/pipe-reader.ts';
import { PlainElementReader } from './responses/plain-element-reader.ts';
import type { ResponseReader } from './responses/response-reader.ts';
import { ScanReader } from './responses/scan-reader.ts';
import { StatsReader } from './responses/stats-reader.ts';
import { ValuesReader } from './responses/values-reader.ts';

/** The reader of the response to a command: the one place that says of which shape each is. */
export function responseReaderFor(command: Command): ResponseReader {
  switch (command.type) {
    case 'get':
    case 'gets':
      return new ValuesReader(command.keys, command.type === 'gets', false, textFlagsOf(command));
    case 'mget':
    case 'mgets':
      return new ValuesReader(command.keys, command.type === 'mgets', true);
    case 'lop get':
    case 'sop get':
      return new CollectionReader(new PlainElementReader(), elementsResponse);
    case 'mop get':
      return new CollectionReader(new MapElementReader(command.fields), mapResponse, {
        withData: command.fields !== 'all',
      });
    case 'bop get':
    case 'bop gbp':
      return new CollectionReader(new BtreeElementReader(), btreeResponse);
    case 'bop pwg':
      return new CollectionReader(new BtreeElementReader(), neighboursResponse, { withPosition: true });
    case 'bop insert':
    case 'bop upsert':
      if (!command.getTrimmed) break;
      return new CollectionReader(new BtreeElementReader(), trimmedResponse, { withData: true });
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

function textFlagsOf({ type, keys, textFlags }: GetCommand): number | undefined {
  return type === 'get' && keys.length === 1 ? textFlags : undefined;
}

function elementsResponse(elements: Uint8Array[], { flags, trailer }: CollectionFrame): ArcusResponse {
  return { type: 'elements', fatal: false, flags, elements, trailer };
}

function mapResponse(elements: MapElement[], { flags, trailer }: CollectionFrame): ArcusResponse {
  return { type: 'map', fatal: false, flags, elements, trailer };
}

function btreeResponse(elements: BtreeElement[], { flags, trailer }: CollectionFrame): ArcusResponse {
  return { type: 'btree', fatal: false, flags, elements, trailer };
}

function trimmedResponse(elements: BtreeElement[], { flags, trailer }: CollectionFrame): ArcusResponse {
  return { type: 'trimmed', fatal: false, flags, elements, trailer };
}

function neighboursResponse(elements: BtreeElement[], { flags, position, index }: CollectionFrame): ArcusResponse {
  return { type: 'neighbours', fatal: false, flags, position, index, elements };
}
