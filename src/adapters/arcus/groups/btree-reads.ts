import type { TimedPromise } from '../../../core/timed-promise.ts';
import type { RangeOptions, SelectOptions } from '../btree-options.ts';
import { type BtreeEntry, type BtreeRange, type BtreeSettles, btreeSettles, type Merged } from '../btree-values.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import type { TakeOptions } from '../collection-options.ts';
import { inChunks } from '../many.ts';
import type { GroupPromise, KeyOutcomes } from '../outcomes.ts';
import { ArcusArgumentError } from '../protocol/arguments/argument-error.ts';
import type { Bkey } from '../protocol/arguments/bkey.ts';
import type { Order } from '../protocol/commands/btree-read.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

/** What is read of b+trees. */
export abstract class BtreeReads<Value> {
  /** @internal */
  protected readonly calls: Calls;
  /** @internal */
  protected readonly settles: BtreeSettles<Value>;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.calls = calls;
    this.settles = btreeSettles(transcoder);
  }

  /** One element, whose value is `undefined` if it is not there; `undefined` if there is no b+tree. */
  get(
    key: string,
    bkey: Bkey,
    options?: TakeOptions & SelectOptions,
  ): TimedPromise<{ bkey: Bkey; eflag: Uint8Array | undefined; value: Value | undefined } | undefined> {
    const { after, filter } = options ?? {};
    const command = {
      type: 'bop get',
      key,
      bkey,
      ...(filter !== undefined && { filter }),
      ...(after !== undefined && { after }),
    } as const;
    return this.calls.ask('btree.get', key, command, this.settles.one(bkey), options);
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
      ...(filter !== undefined && { filter }),
      ...(after !== undefined && { after }),
    } as const;
    return this.calls.ask('btree.getRange', key, command, this.settles.range, options);
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
      this.calls,
      'btree.getMany',
      keys,
      (chunk) => ({
        type: 'bop mget',
        keys: chunk,
        bkey: { from, to },
        count,
        ...(offset !== undefined && { offset }),
        ...(filter !== undefined && { filter }),
      }),
      this.settles.blocks,
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
    if (!Array.isArray(keys)) return this.calls.refuse(new ArcusArgumentError('keys', 'must be an array', keys));
    const { filter, offset, count = 50, unique = false } = options ?? {};
    const command = () =>
      ({
        type: 'bop smget',
        keys: keys.slice(),
        bkey: { from, to },
        count,
        mode: unique ? 'unique' : 'duplicate',
        ...(offset !== undefined && { offset }),
        ...(filter !== undefined && { filter }),
      }) as const;
    return this.calls.ask('btree.sortMergeGet', keys[0] ?? '', command, this.settles.merged, options);
  }

  /** Place of a bkey, from 0; `undefined` if there is no b+tree or no such element. */
  position(key: string, bkey: Bkey, order: Order, options?: CallOptions): TimedPromise<number | undefined> {
    return this.calls.ask(
      'btree.position',
      key,
      { type: 'bop position', key, bkey, order },
      this.settles.position,
      options,
    );
  }

  /** The element at a place; `undefined` if there is no b+tree or no such place. */
  getByPosition(
    key: string,
    position: number,
    order: Order,
    options?: CallOptions,
  ): TimedPromise<BtreeEntry<Value> | undefined> {
    return this.calls.ask(
      'btree.getByPosition',
      key,
      { type: 'bop gbp', key, order, position },
      this.settles.byPosition,
      options,
    );
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
    return this.calls.ask('btree.getByPositions', key, command, this.settles.byPositions, options);
  }

  /** An element with up to `count` (0 to 100) neighbours on either side, each with its place; `undefined` if there is no b+tree. */
  positionWithGet(
    key: string,
    bkey: Bkey,
    count: number,
    order: Order,
    options?: CallOptions,
  ): TimedPromise<(BtreeEntry<Value> & { readonly position: number })[] | undefined> {
    return this.calls.ask(
      'btree.positionWithGet',
      key,
      { type: 'bop pwg', key, bkey, order, count },
      this.settles.neighbours,
      options,
    );
  }

  /** How many elements of a range match; `undefined` if there is no b+tree. */
  count(key: string, from: Bkey, to: Bkey, options?: SelectOptions): TimedPromise<number | undefined> {
    const filter = options?.filter;
    const command = { type: 'bop count', key, bkey: { from, to }, ...(filter !== undefined && { filter }) } as const;
    return this.calls.ask('btree.count', key, command, this.settles.count, options);
  }
}
