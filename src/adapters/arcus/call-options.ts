import type { Deadline } from '../../core/deadline.ts';
import type { AbortSignalLike } from '../../core/signal.ts';
import type { TimedContext } from '../../core/timed-context.ts';

/** What every call takes. Of several limits the earliest wins. */
export interface CallOptions {
  /**
   * Limit of this call, queueing, transmission and the whole response included: ms. Default: the client's `operationTimeout`, unless
   * there is a `deadline`.
   */
  readonly timeout?: number;
  /** An absolute limit. */
  readonly deadline?: Deadline;
  /**
   * The longest that nothing may come on its connection: ms. For large values, whose transmission takes as long as it takes: with
   * `timeout: Infinity`. Default: none.
   */
  readonly idle?: number;
  /** The context of an outer call, whose limit and signal hold for this one too. */
  readonly within?: TimedContext;
  /** Gives the call up: it rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
}
