/** What may go wrong on a pipe. Half-close and reset may come at any moment, the others at a delivery; none is natural. */
export interface Faults {
  /** Deliver a part first: cut after each byte, or after each of these counts. */
  readonly split?: 'each-byte' | readonly number[];
  /** Deliver all that is on its way at once. */
  readonly merge?: boolean;
  /** Lose a write. */
  readonly drop?: boolean;
  /** Deliver a write twice. */
  readonly duplicate?: boolean;
  /** Hold a write, and what is behind it, for this many ms. */
  readonly delay?: number;
  /** Deliver a later write first: datagrams only. */
  readonly reorder?: boolean;
  /** The server's side ends. */
  readonly halfClose?: boolean;
  /** Both sides are reset, and all that is on its way is lost. */
  readonly reset?: boolean;
  /** Hold a write until the next deadline has passed. */
  readonly late?: boolean;
  /** The most faults in one run, splits and merges not counted: 1 by default. */
  readonly budget?: number;
}

/** All of them. */
export const FAULTS: Readonly<Record<keyof Faults, true>> = {
  split: true,
  merge: true,
  drop: true,
  duplicate: true,
  delay: true,
  reorder: true,
  halfClose: true,
  reset: true,
  late: true,
  budget: true,
};
