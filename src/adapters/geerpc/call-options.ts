import type { Deadline } from '../../core/deadline.ts';
import type { AbortSignalLike } from '../../core/signal.ts';
import type { TimedContext } from '../../core/timed-context.ts';
import { type OptionNames, optionNames } from '../check-options.ts';
import type { Method } from './contract.ts';

/** Options of one call. Of several limits the earliest wins. */
export interface CallOptions {
  /**
   * Milliseconds for the whole call: waiting to be sent, sending, the server's time, and the response to its last byte. The client's
   * `callTimeout` by default; 0 is expired at once, `Infinity` no limit.
   */
  readonly timeout?: number | undefined;
  /** An absolute limit, shared with other calls. */
  readonly deadline?: Deadline | undefined;
  /** The context of an outer call or of a handler: its limit and its signal hold here too. */
  readonly within?: TimedContext | undefined;
  /** Cancels the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Options of a call by name. */
export interface NamedCallOptions extends CallOptions {
  /** The schemas of the method, where neither `dial` nor `bind` was given its service. */
  readonly types?: Method | undefined;
}

const names = { timeout: true, deadline: true, within: true, signal: true } as const;
export const callNames: OptionNames = optionNames<CallOptions>(names);
export const namedCallNames: OptionNames = optionNames<NamedCallOptions>({ ...names, types: true });
