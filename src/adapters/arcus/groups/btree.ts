import type { TimedPromise } from '../../../core/timed-promise.ts';
import { checkOptions } from '../../check-options.ts';
import type { BtreeChange, BtreeCounterOptions, BtreeDeleteOptions, SelectOptions } from '../btree-options.ts';
import type { BtreeEntry } from '../btree-values.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import { type CreateOptions, creationOf, type DropOptions, type InsertOptions } from '../collection-options.ts';
import { created, elementDeleted, inserted, updated } from '../collection-statuses.ts';
import { encodeElement } from '../encode-element.ts';
import { type CallName, changeNames } from '../known-options.ts';
import type { Bkey } from '../protocol/arguments/bkey.ts';
import type { BtreeOverflow } from '../protocol/arguments/creation.ts';
import { requireObject } from '../protocol/arguments/require-object.ts';
import type { BtreeInsertCommand } from '../protocol/commands/btree.ts';
import { toBigInt } from '../to-big-int.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';
import { BtreeReads } from './btree-reads.ts';

/** B+trees: elements in the order of their bkeys. A range that begins behind its end is read downwards. */
export class BtreeGroup<Value> extends BtreeReads<Value> {
  readonly #transcoder: Transcoder<Value>;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    super(calls, transcoder);
    this.#transcoder = transcoder;
  }

  /** Makes an empty b+tree for elements like `sample`; `false` if the key is taken. */
  create(key: string, sample: Value, options?: CreateOptions<BtreeOverflow>): TimedPromise<boolean> {
    const command = () =>
      ({ type: 'bop create', key, ...creationOf(options, this.#transcoder.encode(sample).flags) }) as const;
    return this.calls.ask('btree.create', key, command, created, options);
  }

  /** `false` if the bkey is there already; `undefined` if there is no b+tree and none is to be made. */
  insert(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.calls.ask('btree.insert', key, this.#insertion('bop insert', key, element, options), inserted, options);
  }

  /** Inserts, or replaces the element of that bkey. */
  upsert(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.calls.ask('btree.upsert', key, this.#insertion('bop upsert', key, element, options), inserted, options);
  }

  /** As `insert`; and the element that had to go to make room, if one had to. */
  insertAndGetTrimmed(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<{ stored: boolean; trimmed: BtreeEntry<Value> | undefined } | undefined> {
    const command = this.#insertion('bop insert', key, element, options, true);
    return this.calls.ask('btree.insertAndGetTrimmed', key, command, this.settles.trimmed, options);
  }

  /** As `upsert`; and the element that had to go to make room, if one had to. */
  upsertAndGetTrimmed(
    key: string,
    element: BtreeEntry<Value>,
    options?: InsertOptions<BtreeOverflow>,
  ): TimedPromise<{ stored: boolean; trimmed: BtreeEntry<Value> | undefined } | undefined> {
    const command = this.#insertion('bop upsert', key, element, options, true);
    return this.calls.ask('btree.upsertAndGetTrimmed', key, command, this.settles.trimmed, options);
  }

  /** Changes an element; `false` if it is not there, `undefined` if there is no b+tree. */
  update(
    key: string,
    bkey: Bkey,
    change: BtreeChange<Value>,
    options?: CallOptions,
  ): TimedPromise<boolean | undefined> {
    const command = () => {
      checkOptions('the change of btree.update', changeNames, change);
      const { eflag } = change;
      const data = 'value' in change ? encodeElement(this.#transcoder, change.value as Value) : {};
      return { type: 'bop update', key, bkey, ...(eflag !== undefined && { eflag }), ...data } as const;
    };
    return this.calls.ask('btree.update', key, command, updated, options);
  }

  /** Adds to an element that is a counter (decimal text); `undefined` if there is none. Wraps at 2^64. */
  incr(
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    return this.#count('btree.incr', 'bop incr', key, bkey, delta, options);
  }

  /** Takes from an element that is a counter, down to 0; `undefined` if there is none. */
  decr(
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    return this.#count('btree.decr', 'bop decr', key, bkey, delta, options);
  }

  /** Removes an element; `false` if none matched, `undefined` if there is no b+tree. */
  delete(key: string, bkey: Bkey, options?: DropOptions & SelectOptions): TimedPromise<boolean | undefined> {
    const { drop = false, filter } = options ?? {};
    const command = { type: 'bop delete', key, bkey, drop, ...(filter !== undefined && { filter }) } as const;
    return this.calls.ask('btree.delete', key, command, elementDeleted, options);
  }

  /** Removes elements of a range of bkeys; `false` if none matched, `undefined` if there is no b+tree. */
  deleteRange(key: string, from: Bkey, to: Bkey, options?: BtreeDeleteOptions): TimedPromise<boolean | undefined> {
    const { drop = false, filter, count = 0 } = options ?? {};
    const command = {
      type: 'bop delete',
      key,
      bkey: { from, to },
      count,
      drop,
      ...(filter !== undefined && { filter }),
    } as const;
    return this.calls.ask('btree.deleteRange', key, command, elementDeleted, options);
  }

  #insertion(
    type: BtreeInsertCommand['type'],
    key: string,
    element: BtreeEntry<Value>,
    options: InsertOptions<BtreeOverflow> | undefined,
    getTrimmed: boolean = false,
  ): () => BtreeInsertCommand {
    return () => {
      requireObject(element, 'element');
      const { bkey, eflag, value } = element;
      return {
        type,
        key,
        bkey,
        ...encodeElement(this.#transcoder, value, options?.create),
        ...(eflag !== undefined && { eflag }),
        ...(getTrimmed && { getTrimmed }),
      };
    };
  }

  #count(
    call: CallName,
    type: 'bop incr' | 'bop decr',
    key: string,
    bkey: Bkey,
    delta: bigint | number,
    options?: BtreeCounterOptions,
  ): TimedPromise<bigint | undefined> {
    const { initial, eflag } = options ?? {};
    const command = () => {
      const create =
        initial === undefined
          ? {}
          : { create: { initial: toBigInt('initial', initial), ...(eflag !== undefined && { eflag }) } };
      return { type, key, bkey, delta: toBigInt('delta', delta), ...create };
    };
    return this.calls.ask(call, key, command, this.settles.counter, options);
  }
}
