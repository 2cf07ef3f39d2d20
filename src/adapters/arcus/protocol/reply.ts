import type { ArcusProtocolError } from './protocol-error.ts';
import type { FailureWord } from './replies/failure.ts';
import type { StatusWord } from './replies/status.ts';
import type { AttributesReply, ConfigReply, KeysReply, PrefixesReply, StatsReply } from './reply-admin.ts';
import type { BtreeBlocksReply, BtreeReply, MergedReply, NeighboursReply } from './reply-btree.ts';
import type { ElementsReply, MapReply, ValuesReply } from './reply-items.ts';

/** A line that is one of the protocol's words, good or bad news. */
export interface StatusReply {
  readonly type: 'status';
  readonly fatal: false;
  readonly status: StatusWord;
}

/**
 * The request failed. `fatal` says whether the order of the stream is lost with it: then nothing that comes later can
 * be attributed to a request, and the connection must be closed.
 */
export interface FailureReply {
  readonly type: 'failure';
  readonly fatal: boolean;
  readonly word: FailureWord;
  /** The rest of the line. */
  readonly message: string;
  /** The server is not, or no longer, the one to ask (replication and migration): the list of nodes may be out of date. */
  readonly staleNodes: boolean;
}

/** Not a response. The decoder is of no use any more. */
export interface CorruptReply {
  readonly type: 'corrupt';
  readonly fatal: true;
  readonly error: ArcusProtocolError;
}

/** `incr` and `decr`: the new value. */
export interface NumberReply {
  readonly type: 'number';
  readonly fatal: false;
  readonly value: bigint;
}

/** `bop count` and `bop position`. */
export interface CountReply {
  readonly type: 'count' | 'position';
  readonly fatal: false;
  readonly value: number;
}

/** `version`; `sasl mech`: the mechanisms, blank-separated. */
export interface TextReply {
  readonly type: 'version' | 'mechanisms';
  readonly fatal: false;
  readonly value: string;
}

/** A server's next question in a SASL exchange. */
export interface ChallengeReply {
  readonly type: 'challenge';
  readonly fatal: false;
  readonly data: Uint8Array;
}

/** What a piped command can be answered by. */
export type LineReply = StatusReply | FailureReply | NumberReply | CountReply | TextReply;

/** `pipe`: one reply a command that the server got to, in their order. */
export interface PipeReply {
  readonly type: 'pipe';
  /** After an error that stopped the pipe, unless it was the last command's: what the server skips is unreliable. */
  readonly fatal: boolean;
  readonly replies: readonly LineReply[];
  /** Why the server stopped; `undefined` if it did all. */
  readonly error: string | undefined;
}

/** A response, decoded. `fatal`: close the connection, see `FailureReply`. */
export type Reply =
  | LineReply
  | CorruptReply
  | ValuesReply
  | ElementsReply
  | MapReply
  | BtreeReply
  | NeighboursReply
  | BtreeBlocksReply
  | MergedReply
  | PipeReply
  | AttributesReply
  | KeysReply
  | PrefixesReply
  | StatsReply
  | ConfigReply
  | ChallengeReply;
