import type { Deadline } from '../../core/deadline.ts';
import { expect } from '../../core/errors.ts';
import { listen } from '../../core/listen.ts';
import { arm } from '../../core/operation-limit.ts';
import type { AbortSignalLike } from '../../core/signal.ts';
import type { TimedContext } from '../../core/timed-context.ts';
import { startLimits, startTimeout } from '../../core/timed-limits.ts';
import type { TimedOperation } from '../../core/timed-operation.ts';

/** What ends an operation besides its response. */
export interface Limiting {
  readonly timeout: number;
  readonly deadline?: Deadline | undefined;
  readonly within?: TimedContext | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/**
 * Starts an operation: onto its signals, then `prepare` (encoding, which no limit covers), then its limits, then `send`. What is wrong
 * with the limits, and what `prepare` throws, is the operation's failure; one that is refused at the door is not sent.
 */
export function startOperation<Response, Value, Data>(
  operation: TimedOperation<Response, Value, Data>,
  limiting: Limiting,
  prepare: (operation: TimedOperation<Response, Value, Data>) => void,
  send: (operation: TimedOperation<Response, Value, Data>) => void,
): void {
  let now: number;
  try {
    if (isAborted(operation, limiting)) return;
    prepare(operation);
    const { timeout, deadline, within } = limiting;
    const single = deadline === undefined && within === undefined;
    now = single ? startTimeout(operation, timeout) : startLimits(operation, limiting);
  } catch (error) {
    operation.fail(error);
    return;
  }
  if (operation.at <= now && operation.expire(now)) operation.afterDecision();
  else if (operation.submit(send)) arm(operation, operation.at);
}

/** Puts the operation on its signals, unless one has aborted already, which refuses it. */
function isAborted<Response, Value, Data>(
  operation: TimedOperation<Response, Value, Data>,
  { signal, within }: Limiting,
): boolean {
  if (signal === undefined && within === undefined) return false;
  const listenable = typeof (signal as Partial<AbortSignalLike> | null | undefined)?.addEventListener === 'function';
  expect(signal === undefined || listenable, 'signal', 'an AbortSignal', signal);
  return listen(operation, { signal, within });
}
