import type { PartOutcome } from '../../core/timed-all.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';
import type { CallOptions } from './call-options.ts';
import type { Calls } from './calls.ts';
import { type CallName, checkCall } from './known-options.ts';
import type { ArcusNode } from './node.ts';
import { type GroupPromise, type KeyOutcomes, orRefused, together } from './outcomes.ts';
import { ArcusArgumentError } from './protocol/arguments/argument-error.ts';
import type { Command } from './protocol/command.ts';
import type { ArcusResponse } from './protocol/response.ts';
import type { Counted, Request, Settle } from './request.ts';
import { namingFailures, transcodeFailure } from './transcode-failure.ts';

/** Keys of one request, as in the Java client. */
const CHUNK = 200;

/** Asks for each key on its own: one operation a key, all of them one call. */
export function eachKey<Value>(
  calls: Calls,
  call: CallName,
  keys: readonly string[],
  command: (key: string) => Command,
  settle: Settle,
  options?: CallOptions,
): GroupPromise<KeyOutcomes<Value>> {
  return orRefused(() => {
    if (options !== undefined) checkCall(call, options);
    const counted: Counted = new Set();
    const asked = different(keys);
    const parts: TimedPromise<Value>[] = asked.map((key) =>
      calls.askNode(
        calls.nodes.nodeOf(key),
        namingFailures(call, key, () => command(key)),
        settle,
        options,
        counted,
      ),
    );
    return together(parts, (outcomes) => new Map(asked.map((key, at) => [key, outcomes[at] as PartOutcome<Value>])));
  });
}

/** Asks for keys together, in requests of up to 200 of one node. `settle` gives the outcome of each key that was answered. */
export function inChunks<Value>(
  calls: Calls,
  call: CallName,
  keys: readonly string[],
  command: (keys: readonly string[], node: ArcusNode) => Command,
  settle: (response: ArcusResponse, request: Request) => ReadonlyMap<string, PartOutcome<Value>>,
  options?: CallOptions,
): GroupPromise<KeyOutcomes<Value>> {
  return orRefused(() => {
    if (options !== undefined) checkCall(call, options);
    const counted: Counted = new Set();
    const asked = different(keys);
    const chunks = [...byNode(calls, asked)];
    const parts = chunks.map(([node, chunk]) =>
      calls.askNode<ReadonlyMap<string, PartOutcome<Value>>>(
        node,
        () => command(chunk, node),
        settle,
        options,
        counted,
      ),
    );
    return together(parts, (outcomes) => {
      // In the order of the keys, which are spread over the chunks.
      const found = new Map<string, PartOutcome<Value>>(asked.map((key) => [key, undefined as never]));
      for (const [at, [, chunk]] of chunks.entries()) {
        const part = outcomes[at] as PartOutcome<ReadonlyMap<string, PartOutcome<Value>>>;
        for (const key of chunk) {
          found.set(key, part.outcome === 'fulfilled' ? (part.value.get(key) as PartOutcome<Value>) : part);
        }
      }
      return found;
    });
  });
}

function* byNode(calls: Calls, keys: readonly string[]): Iterable<readonly [ArcusNode, readonly string[]]> {
  const groups = new Map<ArcusNode, string[]>();
  for (const key of keys) {
    const node = calls.nodes.nodeOf(key);
    const group = groups.get(node);
    if (group === undefined) groups.set(node, [key]);
    else group.push(key);
  }
  for (const [node, group] of groups) {
    for (let from = 0; from < group.length; from += CHUNK) yield [node, group.slice(from, from + CHUNK)];
  }
}

/** @throws ArcusArgumentError if a key is named twice: an outcome could not be told from the other's */
function different(keys: readonly string[]): readonly string[] {
  if (!Array.isArray(keys)) throw new ArcusArgumentError('keys', 'must be an array', keys);
  if (new Set(keys).size !== keys.length) throw new ArcusArgumentError('keys', 'must differ from each other', keys);
  return keys.slice();
}

/** The outcome of a part of a response that is decoded on its own: what it throws fails that key alone. */
export function outcomeOf<Value>(decode: () => Value, { type }: Command, key: string): PartOutcome<Value> {
  try {
    return { outcome: 'fulfilled', value: decode() };
  } catch (error) {
    return { outcome: 'failed', reason: transcodeFailure(error, type, key) };
  }
}
