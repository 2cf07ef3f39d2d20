import type { Bkey } from './arguments/bkey.ts';
import type { Trailer } from './response-items.ts';

export interface BtreeElement {
  readonly bkey: Bkey;
  readonly eflag: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** `bop get`, `bop gbp`; and `bop insert` with `getTrimmed`, when an element had to go. */
export interface BtreeResponse {
  readonly type: 'btree' | 'trimmed';
  readonly fatal: false;
  readonly flags: number;
  readonly elements: readonly BtreeElement[];
  readonly trailer: Trailer;
}

/** `bop pwg`. */
export interface NeighboursResponse {
  readonly type: 'neighbours';
  readonly fatal: false;
  readonly flags: number;
  /** Of the bkey asked for, in the whole b+tree. */
  readonly position: number;
  /** Of the bkey asked for, in `elements`. */
  readonly index: number;
  readonly elements: readonly BtreeElement[];
}

export type BtreeBlockStatus =
  | 'OK'
  | 'TRIMMED'
  | 'NOT_FOUND'
  | 'NOT_FOUND_ELEMENT'
  | 'OUT_OF_RANGE'
  | 'TYPE_MISMATCH'
  | 'BKEY_MISMATCH'
  | 'UNREADABLE';

/** One key's part of `bop mget`; flags and elements only with OK and TRIMMED. */
export interface BtreeBlock {
  readonly key: string;
  readonly status: BtreeBlockStatus;
  readonly flags: number | undefined;
  readonly elements: readonly BtreeElement[];
}

/** `bop mget`: one block a key, in the order of the keys. */
export interface BtreeBlocksResponse {
  readonly type: 'blocks';
  readonly fatal: false;
  readonly blocks: readonly BtreeBlock[];
}

export interface MergedElement extends BtreeElement {
  readonly key: string;
  readonly flags: number;
}

/** `bop smget`: sorted by bkey, then by key. */
export interface MergedResponse {
  readonly type: 'merged';
  readonly fatal: false;
  readonly elements: readonly MergedElement[];
  /** Keys that gave nothing, and why. */
  readonly missed: readonly { readonly key: string; readonly cause: string }[];
  /** Keys whose range reaches into what an overflow has removed, with the last bkey before that. */
  readonly trimmed: readonly { readonly key: string; readonly bkey: Bkey }[];
  /** Some bkey is there more than once. */
  readonly duplicated: boolean;
}
