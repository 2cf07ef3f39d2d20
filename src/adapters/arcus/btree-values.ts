import type { PartOutcome } from '../../core/timed-all.ts';
import { ArcusResponseError } from './client-errors.ts';
import { inserted, missing, missingElements } from './collection-statuses.ts';
import { outcomeOf } from './many.ts';
import type { Bkey } from './protocol/arguments/bkey.ts';
import type { Command } from './protocol/command.ts';
import type { ArcusResponse, CountResponse, NumberResponse } from './protocol/response.ts';
import type {
  BtreeBlock,
  BtreeBlocksResponse,
  BtreeElement,
  BtreeResponse,
  MergedResponse,
  NeighboursResponse,
} from './protocol/response-btree.ts';
import type { Request, Settle } from './request.ts';
import { responseOr, statusTable } from './status-table.ts';
import type { Transcoder } from './transcoder/transcoder.ts';

/** An element of a b+tree. */
export interface BtreeEntry<Value> {
  readonly bkey: Bkey;
  readonly eflag?: Uint8Array | undefined;
  readonly value: Value;
}

export interface BtreeRange<Value> {
  readonly elements: readonly BtreeEntry<Value>[];
  /** The range reaches into what an overflow has removed. */
  readonly trimmed: boolean;
}

export interface Merged<Value> {
  readonly elements: readonly (BtreeEntry<Value> & { readonly key: string })[];
  /** Keys that gave nothing, and why. */
  readonly missed: readonly { readonly key: string; readonly cause: string }[];
  /** Keys whose range reaches into what an overflow has removed, with the last bkey before that. */
  readonly trimmed: readonly { readonly key: string; readonly bkey: Bkey }[];
}

type Blocks<Value> = ReadonlyMap<string, PartOutcome<BtreeRange<Value> | undefined>>;

/** How calls on b+trees are settled. */
export interface BtreeSettles<Value> {
  readonly trimmed: Settle;
  one(bkey: Bkey): Settle;
  readonly range: Settle;
  readonly blocks: (response: ArcusResponse, request: Request) => Blocks<Value>;
  readonly merged: Settle;
  readonly position: Settle;
  readonly byPosition: Settle;
  readonly byPositions: Settle;
  readonly neighbours: Settle;
  readonly counter: Settle;
  readonly count: Settle;
}

const notFound = statusTable({ NOT_FOUND: undefined });

export function btreeSettles<Value>(transcoder: Transcoder<Value>): BtreeSettles<Value> {
  const entry = (flags: number, { bkey, eflag, data }: BtreeElement): BtreeEntry<Value> => ({
    bkey,
    eflag,
    value: transcoder.decode(flags, data),
  });
  const entries = (flags: number, elements: readonly BtreeElement[]) => elements.map((each) => entry(flags, each));
  const range = ({ flags, elements, trailer }: BtreeResponse): BtreeRange<Value> => ({
    elements: entries(flags, elements),
    trimmed: trailer === 'TRIMMED',
  });
  const first = ({ flags, elements }: BtreeResponse) => elements[0] && entry(flags, elements[0]);
  return {
    trimmed: (response, request) => {
      if (response.type === 'trimmed') return { stored: true, trimmed: first(response) };
      const stored = inserted(response, request);
      return stored === undefined ? undefined : { stored, trimmed: undefined };
    },
    one: (bkey) =>
      responseOr(
        'btree',
        first,
        missingElements(() => ({ bkey, eflag: undefined, value: undefined })),
      ),
    range: responseOr(
      'btree',
      range,
      missingElements(() => ({ elements: [], trimmed: false })),
    ),
    blocks: (response, request) => {
      if (response.type !== 'blocks') throw refusal(response, request);
      return new Map((response as BtreeBlocksResponse).blocks.map((block) => [block.key, ofBlock(block, request)]));
    },
    merged: responseOr(
      'merged',
      ({ elements, missed, trimmed }: MergedResponse): Merged<Value> => ({
        elements: elements.map((each) => ({ ...entry(each.flags, each), key: each.key })),
        missed,
        trimmed,
      }),
      statusTable({}),
    ),
    position: responseOr<CountResponse>('position', ({ value }) => value, missing),
    byPosition: responseOr('btree', first, missing),
    byPositions: responseOr(
      'btree',
      ({ flags, elements }: BtreeResponse) => entries(flags, elements),
      missingElements(() => []),
    ),
    neighbours: responseOr(
      'neighbours',
      ({ flags, elements, position, index }: NeighboursResponse) =>
        elements.map((each, at) => ({ ...entry(flags, each), position: position - index + at })),
      missingElements(() => []),
    ),
    counter: responseOr<NumberResponse>('number', ({ value }) => value, missing),
    count: responseOr<CountResponse>('count', ({ value }) => value, notFound),
  };

  function ofBlock(block: BtreeBlock, request: Request): PartOutcome<BtreeRange<Value> | undefined> {
    const { status, flags = 0, elements } = block;
    if (status === 'OK' || status === 'TRIMMED') {
      const range = () => ({ elements: entries(flags, elements), trimmed: status === 'TRIMMED' });
      return outcomeOf(range, request.command, block.key);
    }
    if (status === 'NOT_FOUND') return { outcome: 'fulfilled', value: undefined };
    if (status === 'NOT_FOUND_ELEMENT') return { outcome: 'fulfilled', value: { elements: [], trimmed: false } };
    return { outcome: 'failed', reason: refusal({ type: 'status', fatal: false, status }, request, block.key) };
  }
}

function refusal(response: ArcusResponse, { command, node }: Request, key?: string): ArcusResponseError {
  const about = key === undefined ? command : ({ ...command, keys: [key] } as Command);
  return new ArcusResponseError(response, about, node.address);
}
