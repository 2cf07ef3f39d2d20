import type { CallOptions } from './call-options.ts';

export interface StoreOptions extends CallOptions {
  /** Seconds: 0 (default) never, -1 sticky, other negatives already expired, to 2592000 from now, more is Unix time. */
  readonly exptime?: number;
}

export interface CounterOptions extends CallOptions {
  /** Makes a counter that is missing, with this value (not plus delta). */
  readonly initial?: bigint | number;
  /** Of a counter that is made: see {@link StoreOptions}. */
  readonly exptime?: number;
}

/** A value with the number that `cas` compares. */
export interface CasValue<Value> {
  readonly value: Value;
  readonly cas: bigint;
}
