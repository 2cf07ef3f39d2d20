export interface Value {
  readonly key: string;
  readonly flags: number;
  readonly data: Uint8Array;
  /** With `gets` and `mgets` only. */
  readonly cas: bigint | undefined;
}

/** `get`, `gets`, `mget`, `mgets`: what was found, in the order of the keys. */
export interface ValuesResponse {
  readonly type: 'values';
  readonly fatal: false;
  readonly values: readonly Value[];
}

/** `get` of one key with `textFlags`, whose item has those flags and is UTF-8: the text, made of the bytes where they came. */
export interface TextValueResponse {
  readonly type: 'text';
  readonly fatal: false;
  readonly text: string;
}

/** How a collection get ended: `TRIMMED` when the range reaches into what an overflow has removed. */
export type Trailer = 'END' | 'TRIMMED' | 'DELETED' | 'DELETED_DROPPED';

/** `lop get`, `sop get`. */
export interface ElementsResponse {
  readonly type: 'elements';
  readonly fatal: false;
  readonly flags: number;
  readonly elements: readonly Uint8Array[];
  readonly trailer: Trailer;
}

export interface MapElement {
  readonly field: string;
  readonly data: Uint8Array;
}

/** `mop get`. */
export interface MapResponse {
  readonly type: 'map';
  readonly fatal: false;
  readonly flags: number;
  readonly elements: readonly MapElement[];
  readonly trailer: Trailer;
}
