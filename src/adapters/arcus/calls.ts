import { listen } from '../../core/listen.ts';
import { arm } from '../../core/operation-limit.ts';
import type { Runtime } from '../../core/runtime.ts';
import { startLimits, startTimeout } from '../../core/timed-limits.ts';
import { TimedOperation } from '../../core/timed-operation.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';
import type { CallOptions } from './call-options.ts';
import { ArcusClosedError } from './client-errors.ts';
import { type CallName, checkCall } from './known-options.ts';
import type { ArcusNode } from './node.ts';
import type { Command } from './protocol/command.ts';
import { type Counted, Request, type RequestOperation, type Settle } from './request.ts';
import { decodingHooks, plainHooks } from './request-hooks.ts';
import { transcodeFailure } from './transcode-failure.ts';

/** Where operations go. */
export interface Nodes {
  readonly runtime: Runtime;
  readonly all: readonly ArcusNode[];
  readonly closed: boolean;
  /** The node that a key belongs to. */
  nodeOf(key: string): ArcusNode;
}

/** A command, or what makes one: that may throw. */
export type CommandSource = Command | (() => Command);

/** Makes operations out of calls. Whatever is wrong with a call is a rejection, and nothing is sent. */
export class Calls {
  readonly nodes: Nodes;
  readonly timeout: number;

  /** @param timeout limit of a call that names none: ms. */
  constructor(nodes: Nodes, timeout: number) {
    this.nodes = nodes;
    this.timeout = timeout;
  }

  /** Asks the node of `key`. */
  ask<Value>(
    call: CallName,
    key: string,
    source: CommandSource,
    settle: Settle,
    options?: CallOptions,
  ): TimedPromise<Value> {
    return this.#begin(call, undefined, key, source, settle, options, undefined);
  }

  /** A call that must not be asked. */
  refuse<Value>(reason: unknown): TimedPromise<Value> {
    return refused(this.nodes.runtime, reason);
  }

  /** Asks that node; `counted` is shared by the operations of one call, whose options have been checked. */
  askNode<Value>(
    node: ArcusNode,
    source: CommandSource,
    settle: Settle,
    options: CallOptions | undefined,
    counted: Counted,
  ): TimedPromise<Value> {
    return this.#begin(undefined, node, '', source, settle, options, counted);
  }

  #begin<Value>(
    call: CallName | undefined,
    to: ArcusNode | undefined,
    key: string,
    source: CommandSource,
    settle: Settle,
    options: CallOptions | undefined,
    counted: Counted | undefined,
  ): TimedPromise<Value> {
    const { runtime } = this.nodes;
    let command: Command;
    let node: ArcusNode;
    try {
      if (this.nodes.closed) throw new ArcusClosedError();
      if (options !== undefined && call !== undefined) checkCall(call, options);
      command = typeof source === 'function' ? source() : source;
      node = to ?? this.nodes.nodeOf(key);
    } catch (error) {
      return refused(runtime, call === undefined ? error : transcodeFailure(error, call, key));
    }
    const request = new Request(node, command, settle, counted);
    const hooks = settle.atOnce === true ? plainHooks : decodingHooks;
    const operation: RequestOperation = new TimedOperation(runtime, hooks, request, { name: command.type });
    const promise = operation.promise() as TimedPromise<Value>;
    let now: number;
    try {
      if (options === undefined) now = startTimeout(operation, this.timeout);
      else {
        const { deadline, within, idle } = options;
        const timeout = options.timeout ?? (deadline === undefined ? this.timeout : Number.POSITIVE_INFINITY);
        now = startLimits(operation, { timeout, deadline, within, idle });
        if (listen(operation, options)) return promise;
      }
    } catch (error) {
      operation.fail(error);
      return promise;
    }
    if (operation.at <= now && operation.expire(now)) operation.afterDecision();
    else if (operation.submit(send)) arm(operation, operation.at);
    return promise;
  }
}

function send(operation: RequestOperation): void {
  operation.data.node.submit(operation);
}

/** A call that never became an operation of a node. */
function refused<Value>(runtime: Runtime, reason: unknown): TimedPromise<Value> {
  const operation = new TimedOperation<Value, Value, undefined>(runtime, {}, undefined);
  operation.fail(reason);
  return operation.promise();
}
