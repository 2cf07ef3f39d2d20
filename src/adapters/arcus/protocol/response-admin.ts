import type { Bkey } from './arguments/bkey.ts';

/** `getattr`, what was asked for or applies. */
export interface ItemAttributes {
  type?: 'kv' | 'list' | 'set' | 'map' | 'b+tree';
  flags?: number;
  /** Seconds left; 0 never expires, -1 is sticky. */
  expiretime?: number;
  count?: number;
  maxcount?: number;
  overflowaction?: string;
  readable?: boolean;
  maxbkeyrange?: Bkey;
  /** `undefined` in an empty b+tree. */
  minbkey?: Bkey | undefined;
  maxbkey?: Bkey | undefined;
  trimmed?: boolean;
}

export interface AttributesResponse {
  readonly type: 'attributes';
  readonly fatal: false;
  readonly attributes: ItemAttributes;
}

export interface ScannedKey {
  readonly key: string;
  readonly itemType: string;
  readonly exptime: number;
}

export interface ScannedPrefix {
  readonly prefix: string;
  readonly items: number;
  readonly bytes: number;
  /** As the server prints it: `YYYYMMDDhhmmss`, its local time. */
  readonly created: string;
}

/** `scan key`. The scan is over when the cursor is `'0'`; there may be no key on the way. */
export interface KeysResponse {
  readonly type: 'keys';
  readonly fatal: false;
  readonly cursor: string;
  readonly keys: readonly ScannedKey[];
}

/** `scan prefix`. */
export interface PrefixesResponse {
  readonly type: 'prefixes';
  readonly fatal: false;
  readonly cursor: string;
  readonly prefixes: readonly ScannedPrefix[];
}

/** `stats`: the lines, as `STAT`, `PREFIX` or `ITEM`, a name and the rest. */
export interface StatsResponse {
  readonly type: 'stats';
  readonly fatal: false;
  readonly lines: readonly {
    readonly kind: 'STAT' | 'PREFIX' | 'ITEM';
    readonly name: string;
    readonly value: string;
  }[];
  /** What `stats cachedump` says behind its END. */
  readonly remark: string;
}

/** `config <name>`. */
export interface ConfigResponse {
  readonly type: 'config';
  readonly fatal: false;
  readonly name: string;
  readonly value: string;
}
