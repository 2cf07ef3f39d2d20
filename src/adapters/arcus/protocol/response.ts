import type { ArcusProtocolError } from './protocol-error.ts';
import type {
  AttributesResponse,
  ConfigResponse,
  KeysResponse,
  PrefixesResponse,
  StatsResponse,
} from './response-admin.ts';
import type { BtreeBlocksResponse, BtreeResponse, MergedResponse, NeighboursResponse } from './response-btree.ts';
import type { ElementsResponse, MapResponse, TextValueResponse, ValuesResponse } from './response-items.ts';
import type { FailureWord } from './responses/failure.ts';
import type { StatusWord } from './responses/status.ts';

/** A line that is one of the protocol's words, good or bad news. */
export interface StatusResponse {
  readonly type: 'status';
  readonly fatal: false;
  readonly status: StatusWord;
}

/**
 * The request failed. `fatal` says whether the order of the stream is lost with it: then nothing that comes later can
 * be attributed to a request, and the connection must be closed.
 */
export interface FailureResponse {
  readonly type: 'failure';
  readonly fatal: boolean;
  readonly word: FailureWord;
  /** The rest of the line. */
  readonly message: string;
  /** The server is not, or no longer, the one to ask (replication and migration): the list of nodes may be out of date. */
  readonly staleNodes: boolean;
}

/** Not a response. The decoder is of no use any more. */
export interface CorruptResponse {
  readonly type: 'corrupt';
  readonly fatal: true;
  readonly error: ArcusProtocolError;
}

/** `incr` and `decr`: the new value. */
export interface NumberResponse {
  readonly type: 'number';
  readonly fatal: false;
  readonly value: bigint;
}

/** `bop count` and `bop position`. */
export interface CountResponse {
  readonly type: 'count' | 'position';
  readonly fatal: false;
  readonly value: number;
}

/** `version`; `sasl mech`: the mechanisms, blank-separated. */
export interface TextResponse {
  readonly type: 'version' | 'mechanisms';
  readonly fatal: false;
  readonly value: string;
}

/** A server's next question in a SASL exchange. */
export interface ChallengeResponse {
  readonly type: 'challenge';
  readonly fatal: false;
  readonly data: Uint8Array;
}

/** What a piped command can be answered by. */
export type LineResponse = StatusResponse | FailureResponse | NumberResponse | CountResponse | TextResponse;

/** `pipe`: one response a command that the server got to, in their order. */
export interface PipeResponse {
  readonly type: 'pipe';
  /** After an error that stopped the pipe, unless it was the last command's: what the server skips is unreliable. */
  readonly fatal: boolean;
  readonly responses: readonly LineResponse[];
  /** Why the server stopped; `undefined` if it did all. */
  readonly error: string | undefined;
}

/** A response, decoded. `fatal`: close the connection, see `FailureResponse`. */
export type ArcusResponse =
  | LineResponse
  | CorruptResponse
  | ValuesResponse
  | TextValueResponse
  | ElementsResponse
  | MapResponse
  | BtreeResponse
  | NeighboursResponse
  | BtreeBlocksResponse
  | MergedResponse
  | PipeResponse
  | AttributesResponse
  | KeysResponse
  | PrefixesResponse
  | StatsResponse
  | ConfigResponse
  | ChallengeResponse;
