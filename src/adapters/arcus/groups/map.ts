import type { TimedPromise } from '../../../core/timed-promise.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import {
  type CreateOptions,
  creationOf,
  type DropOptions,
  type InsertOptions,
  type TakeOptions,
} from '../collection-options.ts';
import { created, elementDeleted, inserted, missing, missingElements, updated } from '../collection-statuses.ts';
import { encodeElement } from '../encode-element.ts';
import type { CallName } from '../known-options.ts';
import type { SetOverflow } from '../protocol/arguments/creation.ts';
import type { MapFields } from '../protocol/commands/map.ts';
import type { MapResponse } from '../protocol/response-items.ts';
import type { Settle } from '../request.ts';
import { responseOr } from '../status-table.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

/** Maps. A field has 1 to 250 bytes without blank, CR, LF and NUL. */
export class MapGroup<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #toOne: Settle;
  readonly #toMap: Settle;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
    const decode = ({ flags, elements }: MapResponse) =>
      new Map(elements.map(({ field, data }) => [field, transcoder.decode(flags, data)]));
    this.#toOne = responseOr('map', (response: MapResponse) => [...decode(response).values()][0], missing);
    this.#toMap = responseOr(
      'map',
      decode,
      missingElements(() => new Map()),
    );
  }

  /** Makes an empty map for elements like `sample`; `false` if the key is taken. */
  create(key: string, sample: Value, options?: CreateOptions<SetOverflow>): TimedPromise<boolean> {
    const command = () =>
      ({ type: 'mop create', key, ...creationOf(options, this.#transcoder.encode(sample).flags) }) as const;
    return this.#calls.ask('map.create', key, command, created, options);
  }

  /** `false` if the field is there already; `undefined` if there is no map and none is to be made. */
  insert(
    key: string,
    field: string,
    value: Value,
    options?: InsertOptions<SetOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.#insert('map.insert', 'mop insert', key, field, value, options);
  }

  /** Inserts, or replaces what the field holds. */
  upsert(
    key: string,
    field: string,
    value: Value,
    options?: InsertOptions<SetOverflow>,
  ): TimedPromise<boolean | undefined> {
    return this.#insert('map.upsert', 'mop upsert', key, field, value, options);
  }

  /** Replaces what the field holds; `false` if it is not there, `undefined` if there is no map. */
  update(key: string, field: string, value: Value, options?: CallOptions): TimedPromise<boolean | undefined> {
    const command = () => ({ type: 'mop update', key, field, ...encodeElement(this.#transcoder, value) }) as const;
    return this.#calls.ask('map.update', key, command, updated, options);
  }

  /** What one field holds; `undefined` if there is no map or no such field. */
  get(key: string, field: string, options?: TakeOptions): TimedPromise<Value | undefined> {
    return this.#get('map.get', key, [field], this.#toOne, options);
  }

  /** What some fields hold, or all of them: those that are there; `undefined` if there is no map. */
  getMany(key: string, fields: MapFields, options?: TakeOptions): TimedPromise<Map<string, Value> | undefined> {
    return this.#get('map.getMany', key, fields, this.#toMap, options);
  }

  /** Removes a field, some of them, or all; `false` if none was there, `undefined` if there is no map. */
  delete(key: string, fields: string | readonly string[], options?: DropOptions): TimedPromise<boolean | undefined> {
    return this.#delete('map.delete', key, typeof fields === 'string' ? [fields] : fields, options);
  }

  /** Empties a map. */
  deleteAll(key: string, options?: DropOptions): TimedPromise<boolean | undefined> {
    return this.#delete('map.deleteAll', key, 'all', options);
  }

  #insert(
    call: CallName,
    type: 'mop insert' | 'mop upsert',
    key: string,
    field: string,
    value: Value,
    options?: InsertOptions<SetOverflow>,
  ): TimedPromise<boolean | undefined> {
    const command = () => ({ type, key, field, ...encodeElement(this.#transcoder, value, options?.create) });
    return this.#calls.ask(call, key, command, inserted, options);
  }

  #get<Result>(
    call: CallName,
    key: string,
    fields: MapFields,
    settle: Settle,
    options?: TakeOptions,
  ): TimedPromise<Result> {
    const after = options?.after;
    const command = () =>
      ({ type: 'mop get', key, fields: copied(fields), ...(after !== undefined && { after }) }) as const;
    return this.#calls.ask(call, key, command, settle, options);
  }

  #delete(call: CallName, key: string, fields: MapFields, options?: DropOptions): TimedPromise<boolean | undefined> {
    const drop = options?.drop ?? false;
    const command = () => ({ type: 'mop delete', key, fields: copied(fields), drop }) as const;
    return this.#calls.ask(call, key, command, elementDeleted, options);
  }
}

/** A caller may go on to change its array. */
function copied(fields: MapFields): MapFields {
  return Array.isArray(fields) ? fields.slice() : fields;
}
