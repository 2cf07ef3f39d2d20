import type { TimedOperation } from '../../core/timed-operation.ts';
import type { ArcusNode } from './node.ts';
import type { Command } from './protocol/command.ts';
import type { ArcusResponse } from './protocol/response.ts';

/** Turns a response into what the caller gets; what it throws fails that operation alone. Runs on the completion executor. */
export interface Settle {
  (response: ArcusResponse, request: Request): unknown;
  /** It runs nobody's code and takes no time: so it needs no turn on the executor. */
  readonly atOnce?: boolean;
}

/** What belongs to one call of several operations: its timeouts count as one for each node. */
export type Counted = Set<ArcusNode>;

/** What an operation carries for the client. */
export class Request {
  readonly node: ArcusNode;
  readonly command: Command;
  readonly settle: Settle;
  readonly counted: Counted | undefined;
  /** Number of its place in the node's queue; -1 before it has one. */
  place = -1;
  /** It was written once, and is to be written again. */
  again = false;
  /** Never merged with others: a request of several was refused, and only alone can it be told whom that concerns. */
  alone = false;

  constructor(node: ArcusNode, command: Command, settle: Settle, counted: Counted | undefined) {
    this.node = node;
    this.command = command;
    this.settle = settle;
    this.counted = counted;
  }
}

/** Responds with the response, which its hook decodes, or with the value of one that settles at once. */
export type RequestOperation = TimedOperation<unknown, unknown, Request>;
