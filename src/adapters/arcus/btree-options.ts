import type { CallOptions } from './call-options.ts';
import type { DropOptions } from './collection-options.ts';
import type { EflagFilter, EflagUpdate } from './protocol/arguments/eflag.ts';

export interface SelectOptions extends CallOptions {
  readonly filter?: EflagFilter;
}
export interface RangeOptions extends SelectOptions {
  /** Matches to pass over first. Default 0. */
  readonly offset?: number;
  /** At most so many. Default 50. */
  readonly count?: number;
}
export interface BtreeCounterOptions extends CallOptions {
  /** Makes an element that is missing, with this value (not plus delta). */
  readonly initial?: bigint | number;
  /** Eflag of an element that is made. */
  readonly eflag?: Uint8Array;
}
export interface BtreeDeleteOptions extends DropOptions, SelectOptions {
  /** At most so many; 0 (default) for all. */
  readonly count?: number;
}
/** What an update changes; what is not given stays. */
export interface BtreeChange<Value> {
  readonly value?: Value;
  readonly eflag?: EflagUpdate;
}
