import { commandText } from './command-text.ts';
import { keyOf } from './key-of.ts';
import type { Command } from './protocol/command.ts';
import type { ArcusResponse } from './protocol/response.ts';

/** The server answered, and the answer is no value: a refusal, or a state of the item that the call cannot go on from. */
export class ArcusResponseError extends Error {
  override readonly name: string = 'ArcusResponseError';
  readonly code = 'ERR_ARCUS_RESPONSE';
  /** The first word of the answer: `TYPE_MISMATCH`, `SERVER_ERROR` and so on. */
  readonly status: string;
  readonly command: string;
  readonly key: string | undefined;
  readonly node: string;
  /** The server is not, or no longer, the one to ask: the list of nodes may be out of date. */
  readonly staleNodes: boolean;

  constructor(response: ArcusResponse, command: Command, node: string) {
    super(`${commandText(command)} was answered '${answer(response)}' by ${node}`);
    this.status = answer(response).split(' ', 1)[0] ?? '';
    this.command = command.type;
    this.key = keyOf(command);
    this.node = node;
    this.staleNodes = response.type === 'failure' && response.staleNodes;
  }
}

function answer(response: ArcusResponse): string {
  if (response.type === 'status') return response.status;
  if (response.type === 'failure') return `${response.word} ${response.message}`.trim();
  return response.type;
}

/** A piped command that the server did not get to, or whose result is not known: another one stopped the pipe. */
export class ArcusPipeError extends Error {
  override readonly name: string = 'ArcusPipeError';
  readonly code = 'ERR_ARCUS_PIPE';

  constructor(reason: string, node: string) {
    super(`The pipe was stopped by ${node} before this command: ${reason}`);
  }
}

/** More is queued for the node than it may hold: refused at once, and nothing was sent. */
export class ArcusQueueFullError extends Error {
  override readonly name: string = 'ArcusQueueFullError';
  readonly code = 'ERR_ARCUS_QUEUE_FULL';
  readonly node: string;

  constructor(node: string, queued: number, bytes: number) {
    super(`The queue of ${node} is full: ${queued} operations, ${bytes} bytes`);
    this.node = node;
  }
}

/**
 * The node has no connection: nothing was sent. A call finds that out at once, or when the attempt to connect fails that it waited for.
 * `cause` says why there is none.
 */
export class ArcusNodeDownError extends Error {
  override readonly name: string = 'ArcusNodeDownError';
  readonly code = 'ERR_ARCUS_NODE_DOWN';
  readonly node: string;
  readonly command: string;
  readonly key: string | undefined;

  constructor(node: string, cause: unknown, command: Command) {
    const why = cause instanceof ArcusConnectionError ? cause.what : undefined;
    super(`${commandText(command)} was not sent: ${node} has no connection${why === undefined ? '' : ` (${why})`}`, {
      cause,
    });
    this.node = node;
    this.command = command.type;
    this.key = keyOf(command);
  }
}

/** A connection was lost, given up or could not be made. */
export class ArcusConnectionError extends Error {
  override readonly name: string = 'ArcusConnectionError';
  readonly code = 'ERR_ARCUS_CONNECTION';
  readonly node: string;
  /** The message without the node. */
  readonly what: string;

  constructor(node: string, what: string, cause?: unknown) {
    super(`${node}: ${what}`, cause === undefined ? undefined : { cause });
    this.node = node;
    this.what = what;
  }
}

/** The client was closed. */
export class ArcusClosedError extends Error {
  override readonly name: string = 'ArcusClosedError';
  readonly code = 'ERR_ARCUS_CLOSED';

  constructor() {
    super('The client is closed');
  }
}
