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
import { created, elementDeleted, exists, inserted, missingElements } from '../collection-statuses.ts';
import { encodeElement } from '../encode-element.ts';
import type { SetOverflow } from '../protocol/arguments/creation.ts';
import type { ElementsResponse } from '../protocol/response-items.ts';
import type { Settle } from '../request.ts';
import { responseOr } from '../status-table.ts';
import type { Transcoder } from '../transcoder/transcoder.ts';

export interface SetGetOptions extends TakeOptions {
  /** 0 (default) for all elements, 1 to 1000 for so many picked at random. */
  readonly count?: number;
}

/** Sets. Elements are the same if their bytes are. */
export class SetGroup<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #toSet: Settle;

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
    this.#toSet = responseOr(
      'elements',
      ({ flags, elements }: ElementsResponse) => new Set(elements.map((data) => transcoder.decode(flags, data))),
      missingElements(() => new Set()),
    );
  }

  /** Makes an empty set for elements like `sample`; `false` if the key is taken. */
  create(key: string, sample: Value, options?: CreateOptions<SetOverflow>): TimedPromise<boolean> {
    const command = () =>
      ({ type: 'sop create', key, ...creationOf(options, this.#transcoder.encode(sample).flags) }) as const;
    return this.#calls.ask('set.create', key, command, created, options);
  }

  /** `false` if the element is there already; `undefined` if there is no set and none is to be made. */
  insert(key: string, value: Value, options?: InsertOptions<SetOverflow>): TimedPromise<boolean | undefined> {
    const command = () =>
      ({ type: 'sop insert', key, ...encodeElement(this.#transcoder, value, options?.create) }) as const;
    return this.#calls.ask('set.insert', key, command, inserted, options);
  }

  /** Whether the element is there; `undefined` if there is no set. */
  has(key: string, value: Value, options?: CallOptions): TimedPromise<boolean | undefined> {
    const command = () => ({ type: 'sop exist', key, ...encodeElement(this.#transcoder, value) }) as const;
    return this.#calls.ask('set.has', key, command, exists, options);
  }

  /** Elements; `undefined` if there is no set. */
  get(key: string, options?: SetGetOptions): TimedPromise<Set<Value> | undefined> {
    const { count = 0, after } = options ?? {};
    return this.#calls.ask(
      'set.get',
      key,
      { type: 'sop get', key, count, ...(after !== undefined && { after }) },
      this.#toSet,
      options,
    );
  }

  /** Removes an element; `false` if it is not there, `undefined` if there is no set. */
  delete(key: string, value: Value, options?: DropOptions): TimedPromise<boolean | undefined> {
    const drop = options?.drop ?? false;
    const command = () => ({ type: 'sop delete', key, ...encodeElement(this.#transcoder, value), drop }) as const;
    return this.#calls.ask('set.delete', key, command, elementDeleted, options);
  }
}
