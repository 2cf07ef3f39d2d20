/** A way to limit a work, used as its documentation shows. */
export interface Contender {
  readonly name: string;
  /** Gives `work` up after `ms`, or when the caller's `signal` aborts. Where the work is given no signal it gets none. */
  limit(work: (signal?: AbortSignal) => Promise<unknown>, ms: number, signal?: AbortSignal): Promise<unknown>;
  /** The same with a hook that hears of what comes too late, where there is such a thing. */
  limitAndHear?(work: () => Promise<unknown>, ms: number, hear: (value: unknown) => void): Promise<unknown>;
  /** Gives a limited work up; whether that won. Where there is such a thing. */
  cancel?(promise: Promise<unknown>): boolean;
}
