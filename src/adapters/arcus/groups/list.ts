import type { TimedPromise } from '../../../core/timed-promise.ts';
import type { Calls } from '../calls.ts';
import {
  type CreateOptions,
  creationOf,
  type DropOptions,
  type InsertOptions,
  type TakeOptions,
} from '../collection-options.ts';
import { created, elementDeleted, inserted, missing, missingElements } from '../collection-statuses.ts';
import { encodeElement } from '../encode-element.ts';
import type { CallName } from '../known-options.ts';
import type { ListOverflow } from '../protocol/arguments/creation.ts';
import type { IndexRange } from '../protocol/commands/list.ts';
import type { ElementsResponse } from '../protocol/response-items.ts';
import type { Settle } from '../request.ts';
import { responseOr } from '../status-table.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

/** Lists. An index counts from 0, or from the end: -1 is the last. */
export class ListGroup<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #toOne: Settle;
  readonly #toAll: Settle;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
    const decode = ({ flags, elements }: ElementsResponse) => elements.map((data) => transcoder.decode(flags, data));
    this.#toOne = responseOr('elements', (response: ElementsResponse) => decode(response)[0], missing);
    this.#toAll = responseOr(
      'elements',
      decode,
      missingElements(() => []),
    );
  }

  /** Makes an empty list for elements like `sample`; `false` if the key is taken. */
  create(key: string, sample: Value, options?: CreateOptions<ListOverflow>): TimedPromise<boolean> {
    const command = () =>
      ({ type: 'lop create', key, ...creationOf(options, this.#transcoder.encode(sample).flags) }) as const;
    return this.#calls.ask('list.create', key, command, created, options);
  }

  /** Puts an element at that index; -1 appends. `undefined` if there is no list and none is to be made. */
  insert(
    key: string,
    index: number,
    value: Value,
    options?: InsertOptions<ListOverflow>,
  ): TimedPromise<boolean | undefined> {
    const command = () =>
      ({ type: 'lop insert', key, index, ...encodeElement(this.#transcoder, value, options?.create) }) as const;
    return this.#calls.ask('list.insert', key, command, inserted, options);
  }

  /** One element; `undefined` if there is no list or no such element. */
  get(key: string, index: number, options?: TakeOptions): TimedPromise<Value | undefined> {
    return this.#get('list.get', key, index, this.#toOne, options);
  }

  /** Elements from one index to another, both included; `undefined` if there is no list. */
  getRange(key: string, from: number, to: number, options?: TakeOptions): TimedPromise<Value[] | undefined> {
    return this.#get('list.getRange', key, { from, to }, this.#toAll, options);
  }

  /** Removes one element; `undefined` if there is no list, `false` if no such element. */
  delete(key: string, index: number, options?: DropOptions): TimedPromise<boolean | undefined> {
    return this.#delete('list.delete', key, index, options);
  }

  /** Removes elements from one index to another, both included. */
  deleteRange(key: string, from: number, to: number, options?: DropOptions): TimedPromise<boolean | undefined> {
    return this.#delete('list.deleteRange', key, { from, to }, options);
  }

  #get<Result>(
    call: CallName,
    key: string,
    index: number | IndexRange,
    settle: Settle,
    options?: TakeOptions,
  ): TimedPromise<Result> {
    const after = options?.after;
    return this.#calls.ask(
      call,
      key,
      { type: 'lop get', key, index, ...(after !== undefined && { after }) },
      settle,
      options,
    );
  }

  #delete(
    call: CallName,
    key: string,
    index: number | IndexRange,
    options?: DropOptions,
  ): TimedPromise<boolean | undefined> {
    const drop = options?.drop ?? false;
    return this.#calls.ask(call, key, { type: 'lop delete', key, index, drop }, elementDeleted, options);
  }
}
