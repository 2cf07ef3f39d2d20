/** What gets a time limit: a function of nothing that returns a native promise. */
export type Work = () => Promise<unknown>;

/** One way to put a time limit on asynchronous work, used as its own documentation shows. */
export interface Contender {
  /** Prepares the limit (policies and breakers are built once, as their docs do) and returns the call to measure. */
  limit(work: Work, ms: number): () => PromiseLike<unknown>;
  /** The same with a caller's signal; absent where the library takes none. */
  limitWithSignal?(work: Work, ms: number, signal: AbortSignal): () => PromiseLike<unknown>;
}
