import type { TimedPromise } from '../../../core/timed-promise.ts';
import { type BtreeEntry, type BtreeRange, type BtreeSettles, btreeSettles, type Merged } from '../btree-values.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import {
  type CreateOptions,
  creationOf,
  type DropOptions,
  type InsertOptions,
  type TakeOptions,
} from '../collection-options.ts';
import { created, elementDeleted, inserted, updated } from '../collection-statuses.ts';
import { inChunks } from '../many.ts';
import type { GroupPromise, KeyOutcomes } from '../outcomes.ts';
import type { Bkey } from '../protocol/arguments/bkey.ts';
import type { BtreeOverflow } from '../protocol/arguments/creation.ts';
import type { EflagFilter, EflagUpdate } from '../protocol/arguments/eflag.ts';
import type { BtreeInsertCommand } from '../protocol/commands/btree.ts';
import type { Order } from '../protocol/commands/btree-read.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

export interface SelectOptions extends CallOptions {
  readonly filter?: EflagFilter;
}
export interface RangeOptions extends SelectOptions {
  /** Matches to pass over first. Default 0. */
  readonly offset?: number;
  /** At most so many. Default 50. */
  readonly count?: number;
}
export interface BtreeCounterOptions extends CallOptions {
  /** Makes an element that is missing, with this value (not plus delta). */
  readonly initial?: bigint | number;
  /** Eflag of an element that is made. */
  readonly eflag?: Uint8Array;
}
export interface BtreeDeleteOptions extends DropOptions, SelectOptions {
  /** At most so many; 0 (default) for all. */
  readonly count?: number;
}
/** What an update changes; what is not given stays. */
export interface BtreeChange<Value> {
  readonly value?: Value;
  readonly eflag?: EflagUpdate;
}

/** B+trees: elements in the order of their bkeys. A range that begins behind its end is read downwards. */
export class BtreeGroup<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #settles: BtreeSettles<Value>;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
    this.#settles = btreeSettles(transcoder);
  }

  /** Makes an empty b+tree for elements like `sample`; `false` if the key is taken. */
  create(key: string, sample: Value, options?: CreateOptions<BtreeOverflow>): TimedPromise<boolean> {
    const command = () =>
      ({ type: 'bop create', key, ...creationOf(options), flags: this.#transcoder.encode(sample).flags }) as const;
    return this.#calls.ask(key, command, created, options);
  }

  /** `false` if the bkey is there already; `undefined` if there is no b+tree and none is to be made. */
  insert(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.#calls.ask(key, this.#insertion('bop insert', key, element, options), inserted, options);
  }

  /** Inserts, or replaces the element of that bkey. */
  upsert(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.#calls.ask(key, this.#insertion('bop upsert', key, element, options), inserted, options);
  }

  /** As `insert`; and the element that had to go to make room, if one had to. */
  insertAndGetTrimmed(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<{ stored: boolean; trimmed: BtreeEntry<Value> | undefined } | undefined> {
    const command = this.#insertion('bop insert', key, element, options, true);
    return this.#calls.ask(key, command, this.#settles.trimmed, options);
  }

  /** As `upsert`; and the element that had to go to make room, if one had to. */
  upsertAndGetTrimmed(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<{ stored: boolean; trimmed: BtreeEntry<Value> | undefined } | undefined> {
    const command = this.#insertion('bop upsert', key, element, options, true);
    return this.#calls.ask(key, command, this.#settles.trimmed, options);
  }

  /** Changes an element; `false` if it is not there, `undefined` if there is no b+tree. */
  update(
    key: string,
    bkey: Bkey,
    change: BtreeChange<Value>,
    options?: CallOptions,
  ): TimedPromise<boolean | undefined> {
    const command = () => {
      const { eflag } = change;
      const data = 'value' in change ? { data: this.#transcoder.encode(change.value as Value).data } : {};
      return { type: 'bop update', key, bkey, ...(eflag !== undefined && { eflag }), ...data } as const;
    };
    return this.#calls.ask(key, command, updated, options);
  }

  /** One element, whose value is `undefined` if it is not there; `undefined` if there is no b+tree. */
  get(
    key: string,
    bkey: Bkey,
    options?: TakeOptions & SelectOptions,
  ): TimedPromise<{ bkey: Bkey; eflag: Uint8Array | undefined; value: Value | undefined } | undefined> {
    const { after, filter } = options ?? {};
    const command = { type: 'bop get', key, bkey, ...(filter && { filter }), ...(after && { after }) } as const;
    return this.#calls.ask(key, command, this.#settles.one(bkey), options);
  }

  /** Elements of a range of bkeys, both ends included; `undefined` if there is no b+tree. */
  getRange(
    key: string,
    from: Bkey,
    to: Bkey,
    options?: TakeOptions & RangeOptions,
  ): TimedPromise<BtreeRange<Value> | undefined> {
    const { after, filter, offset, count = 50 } = options ?? {};
    const command = {
      type: 'bop get',
      key,
      bkey: { from, to },
      count,
      ...(offset !== undefined && { offset }),
      ...(filter && { filter }),
      ...(after && { after }),
    } as const;
    return this.#calls.ask(key, command, this.#settles.range, options);
  }

  /** Elements of the same range of several b+trees: an outcome a key, `undefined` for one that is missing. `count` is 1 to 50 for each. */
  getMany(
    keys: readonly string[],
    from: Bkey,
    to: Bkey,
    options?: RangeOptions,
  ): GroupPromise<KeyOutcomes<BtreeRange<Value> | undefined>> {
    const { filter, offset, count = 50 } = options ?? {};
    return inChunks(
      this.#calls,
      keys,
      (chunk) => ({
        type: 'bop mget',
        keys: chunk,
        bkey: { from, to },
        count,
        ...(offset !== undefined && { offset }),
        ...(filter && { filter }),
      }),
      this.#settles.blocks,
      options,
    );
  }

  /** Elements of a range from several b+trees of one node, merged in the order of bkeys. `unique`: a bkey found several times comes once. */
  sortMergeGet(
    keys: readonly string[],
    from: Bkey,
    to: Bkey,
    options?: RangeOptions & { readonly unique?: boolean },
  ): TimedPromise<Merged<Value>> {
    const { filter, offset, count = 50, unique = false } = options ?? {};
    const command = () =>
      ({
        type: 'bop smget',
        keys: keys.slice(),
        bkey: { from, to },
        count,
        mode: unique ? 'unique' : 'duplicate',
        ...(offset !== undefined && { offset }),
        ...(filter && { filter }),
      }) as const;
    return this.#calls.ask(keys[0] ?? '', command, this.#settles.merged, options);
  }

  /** Place of a bkey, from 0; `undefined` if there is no b+tree or no such element. */
  position(key: string, bkey: Bkey, order: Order, options?: CallOptions): TimedPromise<number | undefined> {
    return this.#calls.ask(key, { type: 'bop position', key, bkey, order }, this.#settles.position, options);
  }

  /** The element at a place; `undefined` if there is no b+tree or no such place. */
  getByPosition(
    key: string,
    position: number,
    order: Order,
    options?: CallOptions,
  ): TimedPromise<BtreeEntry<Value> | undefined> {
    return this.#calls.ask(key, { type: 'bop gbp', key, order, position }, this.#settles.byPosition, options);
  }

  /** The elements from one place to another, both included; `undefined` if there is no b+tree. */
  getByPositions(
    key: string,
    from: number,
    to: number,
    order: Order,
    options?: CallOptions,
  ): TimedPromise<BtreeEntry<Value>[] | undefined> {
    const command = { type: 'bop gbp', key, order, position: { from, to } } as const;
    return this.#calls.ask(key, command, this.#settles.byPositions, options);
  }

  /** An element with up to `count` (0 to 100) neighbours on either side, each with its place; `undefined` if there is no b+tree. */
  positionWithGet(
    key: string,
    bkey: Bkey,
    count: number,
    order: Order,
    options?: CallOptions,
  ): TimedPromise<(BtreeEntry<Value> & { readonly position: number })[] | undefined> {
    return this.#calls.ask(key, { type: 'bop pwg', key, bkey, order, count }, this.#settles.neighbours, options);
  }

  /** Adds to an element that is a counter (decimal text); `undefined` if there is none. Wraps at 2^64. */
  incr(
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    return this.#count('bop incr', key, bkey, delta, options);
  }

  /** Takes from an element that is a counter, down to 0; `undefined` if there is none. */
  decr(
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    return this.#count('bop decr', key, bkey, delta, options);
  }

  /** Removes an element; `false` if none matched, `undefined` if there is no b+tree. */
  delete(key: string, bkey: Bkey, options?: DropOptions & SelectOptions): TimedPromise<boolean | undefined> {
    const { drop = false, filter } = options ?? {};
    const command = { type: 'bop delete', key, bkey, drop, ...(filter && { filter }) } as const;
    return this.#calls.ask(key, command, elementDeleted, options);
  }

  /** Removes elements of a range of bkeys; `false` if none matched, `undefined` if there is no b+tree. */
  deleteRange(key: string, from: Bkey, to: Bkey, options?: BtreeDeleteOptions): TimedPromise<boolean | undefined> {
    const { drop = false, filter, count = 0 } = options ?? {};
    const command = { type: 'bop delete', key, bkey: { from, to }, count, drop, ...(filter && { filter }) } as const;
    return this.#calls.ask(key, command, elementDeleted, options);
  }

  /** How many elements of a range match; `undefined` if there is no b+tree. */
  count(key: string, from: Bkey, to: Bkey, options?: SelectOptions): TimedPromise<number | undefined> {
    const filter = options?.filter;
    const command = { type: 'bop count', key, bkey: { from, to }, ...(filter && { filter }) } as const;
    return this.#calls.ask(key, command, this.#settles.count, options);
  }

  #insertion(
    type: BtreeInsertCommand['type'],
    key: string,
    element: BtreeEntry<Value>,
    options: InsertOptions<BtreeOverflow> | undefined,
    getTrimmed: boolean = false,
  ): () => BtreeInsertCommand {
    return () => {
      const { bkey, eflag, value } = element;
      const { flags, data } = this.#transcoder.encode(value);
      const create = options?.create;
      return {
        type,
        key,
        bkey,
        data,
        ...(eflag && { eflag }),
        ...(create && { create: { ...create, flags } }),
        ...(getTrimmed && { getTrimmed }),
      };
    };
  }

  #count(
    type: 'bop incr' | 'bop decr',
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    const { initial, eflag } = options ?? {};
    const command = () => {
      const create = initial === undefined ? {} : { create: { initial: BigInt(initial), ...(eflag && { eflag }) } };
      return { type, key, bkey, delta: BigInt(delta), ...create };
    };
    return this.#calls.ask(key, command, this.#settles.counter, options);
  }
}
