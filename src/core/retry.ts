import { after } from './after.ts';
import {
  type Attempts,
  type AttemptsCall,
  attemptsWithin,
  type BudgetOptions,
  type RepeatableWork,
} from './attempts.ts';
import { checkLimit } from './deadline.ts';
import { expect } from './errors.ts';
import type { OperationContext } from './operation-context.ts';
import type { TimedPromise } from './timed-promise.ts';

/** Options of {@link retry}: limits, signal and hooks are those of the whole, all attempts and pauses included. */
export interface RetryOptions extends BudgetOptions {
  /** How often the work is tried at most; 3 by default, `Infinity` for as long as the limit allows. */
  readonly attempts?: number | undefined;
  /** Milliseconds for each attempt; by default only the whole is limited. */
  readonly perAttempt?: number | undefined;
  /** Milliseconds before the next attempt, or a function of the number of the one that failed: `100 * 2 ** (attempt - 1)` by default. */
  readonly backoff?: number | ((attempt: number, error: unknown) => number) | undefined;
  /** What part of each pause is left to chance: 0 (none) to 1 (all of it), 1 by default; or a function that shapes the pause itself. */
  readonly jitter?: number | ((pauseMs: number) => number) | undefined;
  /** Whether an attempt's failure is worth another; all are by default. */
  readonly retryIf?: ((error: unknown, attempt: number) => boolean) | undefined;
}

const RETRY: AttemptsCall = { name: 'retry', own: ['attempts', 'perAttempt', 'backoff', 'jitter', 'retryIf'] };

/** What the errors of attempts before the last are found under, on the last one. */
const EARLIER: symbol = Symbol.for('timed-operation.earlierErrors');

/** The errors of the attempts before the one that `error` ended, in order; none when there was just one. */
export function earlierErrors(error: unknown): readonly unknown[] {
  return (error as Record<symbol, readonly unknown[] | undefined> | undefined | null)?.[EARLIER] ?? [];
}

/**
 * Tries a work again when it fails, within one limit for all attempts and the pauses between them. Each attempt has a signal of its own.
 *
 * Rejects with the last attempt's own error when there are no attempts left, when `retryIf` says no, or when the pause would outlast
 * the limit; with the whole's `TimeoutError` when that passes, with a `CancelledError` or the signal's reason when it is given up.
 * {@link earlierErrors} gives what the attempts before came to.
 *
 * ```ts
 * const user = await retry(({ signal }) => fetch(url, { signal }), { timeout: 2_000, perAttempt: 500 });
 * ```
 */
export function retry<Response>(work: RepeatableWork<Response>, options: RetryOptions): TimedPromise<Response> {
  return attemptsWithin(RETRY, work, options, async (attempts) => {
    checkOptions(work, options);
    return tryAll(attempts, options);
  });
}

async function tryAll<Response>(attempts: Attempts<Response>, options: RetryOptions): Promise<Response> {
  const { whole } = attempts;
  const { attempts: most = 3, perAttempt, retryIf, ref } = options;
  const errors: unknown[] = [];
  whole.signal.addEventListener('abort', () => {
    // A caller's reason is the caller's: it may be shared.
    if (whole.cancelSource !== 'signal') addEarlier(whole.reason, errors);
  });
  for (let number = 1; ; number++) {
    const attempt = attempts.begin(perAttempt);
    try {
      return await attempt;
    } catch (error) {
      if (attempts.isOver() && attempt.operation.outcome !== 'failed') return attempts.ended();
      const again = number < most && (retryIf?.(error, number) ?? true);
      const pauseMs = again ? pauseAfter(number, error, options) : 0;
      if (!again || pauseMs >= whole.remaining()) throw addEarlier(error, errors);
      errors.push(error);
      await pause(whole, pauseMs, ref);
      if (attempts.isOver()) return attempts.ended();
    }
  }
}

function checkOptions(work: unknown, options: RetryOptions): void {
  const { attempts = 1, perAttempt, backoff, jitter = 0, retryIf } = options;
  expect(typeof work === 'function', 'work', 'a function, to be called for each attempt', work);
  const whole = Number.isInteger(attempts) || attempts === Number.POSITIVE_INFINITY;
  expect(whole && attempts >= 1, 'attempts', 'a whole number, 1 or more, or Infinity', attempts);
  if (perAttempt !== undefined) checkLimit('perAttempt', perAttempt);
  if (backoff !== undefined && typeof backoff !== 'function') checkLimit('backoff', backoff);
  const part = typeof jitter === 'function' || (typeof jitter === 'number' && jitter >= 0 && jitter <= 1);
  expect(part, 'jitter', 'a number from 0 to 1, or a function', jitter);
  expect(retryIf === undefined || typeof retryIf === 'function', 'retryIf', 'a function', retryIf);
}

/** How long to wait after a failed attempt: ms. */
function pauseAfter(attempt: number, error: unknown, { backoff, jitter = 1 }: RetryOptions): number {
  const full = typeof backoff === 'function' ? backoff(attempt, error) : (backoff ?? 100 * 2 ** (attempt - 1));
  checkLimit('backoff', full);
  if (typeof jitter === 'function') return checkLimit('jitter', jitter(full));
  return jitter === 0 ? full : full * (1 - jitter * Math.random());
}

/** Waits for `ms`, or until the whole is over. */
function pause(whole: OperationContext, ms: number, ref: boolean | undefined): Promise<void> {
  return new Promise((resolve) => {
    const { signal } = whole;
    const done = (): void => {
      signal.removeEventListener('abort', done);
      waiting.cancel();
      resolve();
    };
    const waiting = after(whole.runtime, ms, done, { ref });
    signal.addEventListener('abort', done);
  });
}

function addEarlier(error: unknown, errors: readonly unknown[]): unknown {
  // A frozen error, or one that is no object, goes without.
  if (errors.length > 0 && typeof error === 'object' && error !== null && Object.isExtensible(error)) {
    Object.defineProperty(error, EARLIER, { value: [...errors], configurable: true });
  }
  return error;
}
