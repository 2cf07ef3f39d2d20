import type { PartOutcome } from '../../../core/timed-all.ts';
import type { TimedPromise } from '../../../core/timed-promise.ts';
import { checkOptions } from '../../check-options.ts';
import type { CallOptions } from '../call-options.ts';
import type { Calls } from '../calls.ts';
import { attributeNames, type CallName, checkCall } from '../known-options.ts';
import { type GroupPromise, orRefused, together } from '../outcomes.ts';
import type { Command } from '../protocol/command.ts';
import type { AttributeName, SetAttributesCommand } from '../protocol/commands/attributes.ts';
import type { StatsCommand } from '../protocol/commands/stats.ts';
import type { TextResponse } from '../protocol/response.ts';
import type { AttributesResponse, ItemAttributes, StatsResponse } from '../protocol/response-admin.ts';
import type { Counted, Settle } from '../request.ts';
import { responseOr, statusTable } from '../status-table.ts';

/** What came of each node of a call, by its address. */
export type NodeOutcomes<Value> = Map<string, PartOutcome<Value>>;

/** What to change of an item: at least one attribute. */
export type AttributeChange = Omit<SetAttributesCommand, 'type' | 'key'>;

export interface FlushOptions extends CallOptions {
  /** Seconds: everything stored before that moment is dropped then, also what is stored after this call. Default: at once. */
  readonly delay?: number;
}

const flushed = statusTable({ OK: true, NOT_FOUND: false });
const changed = statusTable({ OK: true, NOT_FOUND: false });
const other = statusTable({});
const attributes = responseOr<AttributesResponse>(
  'attributes',
  (response) => response.attributes,
  statusTable({ NOT_FOUND: undefined }),
);
const version = responseOr<TextResponse>('version', ({ value }) => value, other);
const stats: Settle = (response, request) => {
  if (response.type !== 'stats') return other(response, request);
  return new Map((response as StatsResponse).lines.map(({ name, value }) => [name, value]));
};

/** What concerns servers, and attributes of items. A call to all nodes gives an outcome for each. */
export class AdminGroup {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Drops everything, on all nodes. */
  flush(options?: FlushOptions): GroupPromise<NodeOutcomes<boolean>> {
    const delay = options?.delay;
    return this.#all('admin.flush', { type: 'flush_all', ...(delay !== undefined && { delay }) }, flushed, options);
  }

  /** Drops the items of a prefix, on all nodes; `null`: those without one. `false` from a node that has no such prefix. */
  flushPrefix(prefix: string | null, options?: FlushOptions): GroupPromise<NodeOutcomes<boolean>> {
    const delay = options?.delay;
    return this.#all(
      'admin.flushPrefix',
      { type: 'flush_prefix', prefix, ...(delay !== undefined && { delay }) },
      flushed,
      options,
    );
  }

  /** Figures of all nodes; the general ones without a topic. */
  stats(
    topic?: Exclude<StatsCommand['topic'], undefined>,
    options?: CallOptions,
  ): GroupPromise<NodeOutcomes<ReadonlyMap<string, string>>> {
    return this.#all('admin.stats', { type: 'stats', ...(topic !== undefined && { topic }) }, stats, options);
  }

  versions(options?: CallOptions): GroupPromise<NodeOutcomes<string>> {
    return this.#all('admin.versions', { type: 'version' }, version, options);
  }

  /** Attributes of an item, all that apply without `names`; `undefined` if there is none. */
  getAttributes(
    key: string,
    names?: readonly AttributeName[],
    options?: CallOptions,
  ): TimedPromise<ItemAttributes | undefined> {
    return this.#calls.ask(
      'admin.getAttributes',
      key,
      { type: 'getattr', key, ...(names && { names }) },
      attributes,
      options,
    );
  }

  /** `false` if there is no such item. */
  setAttributes(key: string, change: AttributeChange, options?: CallOptions): TimedPromise<boolean> {
    const command = () => {
      checkOptions('the change of admin.setAttributes', attributeNames, change);
      return { ...change, type: 'setattr', key } as const;
    };
    return this.#calls.ask('admin.setAttributes', key, command, changed, options);
  }

  #all<Value>(
    call: CallName,
    command: Command,
    settle: Settle,
    options?: CallOptions,
  ): GroupPromise<NodeOutcomes<Value>> {
    return orRefused(() => {
      if (options !== undefined) checkCall(call, options);
      const { all } = this.#calls.nodes;
      const counted: Counted = new Set();
      const parts = all.map((node) => this.#calls.askNode<Value>(node, command, settle, options, counted));
      return together(
        parts,
        (outcomes) => new Map(all.map(({ address }, at) => [address, outcomes[at] as PartOutcome<Value>])),
      );
    });
  }
}
