import type { PartOutcome } from '../../../core/timed-all.ts';
import type { TimedPromise } from '../../../core/timed-promise.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import { ArcusResponseError } from '../client-errors.ts';
import { hasMget } from '../has-mget.ts';
import type { CallName } from '../known-options.ts';
import type { CasValue, CounterOptions, StoreOptions } from '../kv-options.ts';
import { eachKey, inChunks, outcomeOf } from '../many.ts';
import { type GroupPromise, type KeyOutcomes, orRefused } from '../outcomes.ts';
import { ArcusArgumentError } from '../protocol/arguments/argument-error.ts';
import type { GetCommand, StoreCommand } from '../protocol/commands/kv.ts';
import type { ArcusResponse, NumberResponse } from '../protocol/response.ts';
import type { Value as StoredValue } from '../protocol/response-items.ts';
import type { Request, Settle } from '../request.ts';
import { atOnce, responseOr, statusTable } from '../status-table.ts';
import { toBigInt } from '../to-big-int.ts';
import { transcodeFailure } from '../transcode-failure.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

const stored = statusTable({ STORED: true, NOT_STORED: false });
const swapped = statusTable({ STORED: true, EXISTS: false, NOT_FOUND: false });
const deleted = statusTable({ DELETED: true, NOT_FOUND: false });
const touched = statusTable({ TOUCHED: true, NOT_FOUND: false });
const counted = atOnce(
  responseOr<NumberResponse>('number', ({ value }) => value, statusTable({ NOT_FOUND: undefined })),
);

/** Key-value items. */
export class KvGroup<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #textFlags: number;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
    this.#textFlags = transcoder.textFlags ?? -1;
  }

  /** The value; `undefined` if there is none. */
  get(key: string, options?: CallOptions): TimedPromise<Value | undefined> {
    return this.#calls.ask(
      'kv.get',
      key,
      { type: 'get', keys: [key], textFlags: this.#textFlags },
      this.#toValue,
      options,
    );
  }

  /** The value and the number for `cas`; `undefined` if there is none. */
  gets(key: string, options?: CallOptions): TimedPromise<CasValue<Value> | undefined> {
    return this.#calls.ask('kv.gets', key, { type: 'gets', keys: [key] }, this.#toCasValue, options);
  }

  /** Values of several keys: an outcome a key, `undefined` for one that is missing. */
  getMany(keys: readonly string[], options?: CallOptions): GroupPromise<KeyOutcomes<Value | undefined>> {
    const type = (mget: boolean) => (mget ? 'mget' : 'get');
    return this.#many('kv.getMany', keys, type, (stored) => this.#decode(stored), options);
  }

  /** As `getMany`, with the numbers for `cas`. */
  getsMany(keys: readonly string[], options?: CallOptions): GroupPromise<KeyOutcomes<CasValue<Value> | undefined>> {
    const type = (mget: boolean) => (mget ? 'mgets' : 'gets');
    return this.#many('kv.getsMany', keys, type, (stored) => this.#decodeCas(stored), options);
  }

  /** Stores, whatever was there. */
  set(key: string, value: Value, options?: StoreOptions): TimedPromise<boolean> {
    return this.#store('kv.set', 'set', key, value, options);
  }

  /** Stores if there is nothing; `false` otherwise. */
  add(key: string, value: Value, options?: StoreOptions): TimedPromise<boolean> {
    return this.#store('kv.add', 'add', key, value, options);
  }

  /** Stores if there is something; `false` otherwise. */
  replace(key: string, value: Value, options?: StoreOptions): TimedPromise<boolean> {
    return this.#store('kv.replace', 'replace', key, value, options);
  }

  /** Puts bytes behind those of the item, whose flags stay; `false` if there is none. */
  append(key: string, value: Value, options?: CallOptions): TimedPromise<boolean> {
    return this.#store('kv.append', 'append', key, value, options);
  }

  /** Puts bytes before those of the item, whose flags stay; `false` if there is none. */
  prepend(key: string, value: Value, options?: CallOptions): TimedPromise<boolean> {
    return this.#store('kv.prepend', 'prepend', key, value, options);
  }

  /** Stores if the item is as `gets` found it; `false` if it changed or is gone. */
  cas(key: string, value: Value, cas: bigint, options?: StoreOptions): TimedPromise<boolean> {
    const command = () => ({ ...this.#command('cas', key, value, options), cas });
    return this.#calls.ask('kv.cas', key, command, swapped, options);
  }

  setMany(entries: ReadonlyMap<string, Value>, options?: StoreOptions): GroupPromise<KeyOutcomes<boolean>> {
    return this.#storeMany('kv.setMany', 'set', entries, options);
  }

  addMany(entries: ReadonlyMap<string, Value>, options?: StoreOptions): GroupPromise<KeyOutcomes<boolean>> {
    return this.#storeMany('kv.addMany', 'add', entries, options);
  }

  replaceMany(entries: ReadonlyMap<string, Value>, options?: StoreOptions): GroupPromise<KeyOutcomes<boolean>> {
    return this.#storeMany('kv.replaceMany', 'replace', entries, options);
  }

  /** Adds to a counter (decimal text) and gives its new value; `undefined` if there is none. Wraps at 2^64. */
  incr(key: string, delta: bigint | number, options?: CounterOptions): TimedPromise<bigint | undefined> {
    return this.#count('incr', key, delta, options);
  }

  /** Takes from a counter, down to 0, and gives its new value; `undefined` if there is none. */
  decr(key: string, delta: bigint | number, options?: CounterOptions): TimedPromise<bigint | undefined> {
    return this.#count('decr', key, delta, options);
  }

  /** `false` if there was nothing. */
  delete(key: string, options?: CallOptions): TimedPromise<boolean> {
    return this.#calls.ask('kv.delete', key, { type: 'delete', key }, deleted, options);
  }

  deleteMany(keys: readonly string[], options?: CallOptions): GroupPromise<KeyOutcomes<boolean>> {
    return eachKey(this.#calls, 'kv.deleteMany', keys, (key) => ({ type: 'delete', key }), deleted, options);
  }

  /** Sets when the item expires; `false` if there is none. */
  touch(key: string, exptime: number, options?: CallOptions): TimedPromise<boolean> {
    return this.#calls.ask('kv.touch', key, { type: 'touch', key, exptime }, touched, options);
  }

  readonly #toValue: Settle = (response, request) => {
    if (response.type === 'text') return response.text;
    if (response.type !== 'values') throw notValues(response, request);
    const [found] = response.values;
    return found && this.#decode(found);
  };

  readonly #toCasValue: Settle = (response, request) => {
    if (response.type !== 'values') throw notValues(response, request);
    const [found] = response.values;
    return found && this.#decodeCas(found);
  };

  #decode({ flags, data }: StoredValue): Value {
    return this.#transcoder.decode(flags, data);
  }

  #decodeCas(found: StoredValue): CasValue<Value> {
    return { value: this.#decode(found), cas: found.cas as bigint };
  }

  /** @throws what the transcoder throws */
  #command<Type extends StoreCommand['type'] | 'cas'>(type: Type, key: string, value: Value, options?: StoreOptions) {
    const transcoder = this.#transcoder;
    const { flags, data } = transcoder.encodeText?.(value) ?? transcoder.encode(value);
    const exptime = options?.exptime;
    // Not for null, which would be an item for ever: that is refused.
    return { type, key, data, flags, exptime: exptime === undefined ? 0 : exptime };
  }

  #store(
    call: CallName,
    type: StoreCommand['type'],
    key: string,
    value: Value,
    options?: StoreOptions,
  ): TimedPromise<boolean> {
    let command: StoreCommand;
    try {
      command = this.#command(type, key, value, options);
    } catch (error) {
      return this.#calls.refuse(transcodeFailure(error, call, key));
    }
    return this.#calls.ask(call, key, command, stored, options);
  }

  #storeMany(
    call: CallName,
    type: StoreCommand['type'],
    entries: ReadonlyMap<string, Value>,
    options?: StoreOptions,
  ): GroupPromise<KeyOutcomes<boolean>> {
    if (typeof entries?.keys !== 'function' || typeof entries.get !== 'function') {
      return orRefused(() => {
        throw new ArcusArgumentError('entries', 'must be a Map', entries);
      });
    }
    const command = (key: string) => this.#command(type, key, entries.get(key) as Value, options);
    return eachKey(this.#calls, call, [...entries.keys()], command, stored, options);
  }

  #count(type: 'incr' | 'decr', key: string, delta: bigint | number, options?: CounterOptions) {
    const { initial, exptime = 0 } = options ?? {};
    const command = () => ({
      type,
      key,
      delta: toBigInt('delta', delta),
      ...(initial === undefined ? {} : { create: { initial: toBigInt('initial', initial), exptime } }),
    });
    return this.#calls.ask<bigint | undefined>(`kv.${type}`, key, command, counted, options);
  }

  #many<Found>(
    call: CallName,
    keys: readonly string[],
    type: (mget: boolean) => GetCommand['type'],
    decode: (stored: StoredValue) => Found,
    options?: CallOptions,
  ): GroupPromise<KeyOutcomes<Found | undefined>> {
    return inChunks(
      this.#calls,
      call,
      keys,
      (chunk, { version }) => ({ type: type(hasMget(version, type(true))), keys: chunk }),
      (response, request) => {
        if (response.type !== 'values') throw notValues(response, request);
        const found = new Map<string, PartOutcome<Found | undefined>>();
        for (const key of (request.command as GetCommand).keys)
          found.set(key, { outcome: 'fulfilled', value: undefined });
        for (const each of response.values)
          found.set(
            each.key,
            outcomeOf(() => decode(each), request.command, each.key),
          );
        return found;
      },
      options,
    );
  }
}

function notValues(response: ArcusResponse, { command, node }: Request): ArcusResponseError {
  return new ArcusResponseError(response, command, node.address);
}
