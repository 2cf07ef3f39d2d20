import { after } from './after.ts';
import { checkLimit } from './deadline.ts';
import { expect } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { AbortSignalLike } from './signal.ts';
import { runtimeOf, timed } from './timed.ts';
import type { TimedContext } from './timed-context.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedPromise } from './timed-promise.ts';

/** Options of {@link retry}: limits, signal and hooks are those of the whole, all attempts and pauses included. */
export interface RetryOptions
  extends Pick<
    TimedOptions,
    'timeout' | 'deadline' | 'within' | 'signal' | 'onTimeout' | 'onLate' | 'disposeLate' | 'name' | 'ref' | 'runtime'
  > {
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
 * the limit; with the `TimeoutError` of the whole when that passes. {@link earlierErrors} gives what came before.
 *
 * ```ts
 * const user = await retry(({ signal }) => fetch(url, { signal }), { timeout: 2_000, perAttempt: 500 });
 * ```
 */
export function retry<Response>(
  work: (context: TimedContext, attempt: number) => Response | PromiseLike<Response>,
  options: RetryOptions,
): TimedPromise<Response> {
  const { attempts = 3, perAttempt, backoff, jitter, retryIf, ...whole } = options;
  const runtime = runtimeOf(options);
  const errors: unknown[] = [];
  return timed(
    async (context) => {
      checkOptions(work, options);
      for (let attempt = 1; ; attempt++) {
        try {
          const each = {
            within: context,
            timeout: perAttempt,
            runtime,
            onLate: whole.onLate,
            disposeLate: whole.disposeLate,
          };
          return await timed((own) => work(own, attempt), each);
        } catch (error) {
          if (attempt >= attempts || context.signal.aborted) throw withEarlier(error, errors);
          if (retryIf !== undefined && !retryIf(error, attempt)) throw withEarlier(error, errors);
          const pauseMs = pauseAfter(attempt, error, options);
          if (pauseMs >= context.remaining()) throw withEarlier(error, errors);
          errors.push(error);
          await pause(runtime, pauseMs, context.signal);
        }
      }
    },
    {
      ...whole,
      onTimeout(error) {
        withEarlier(error, errors);
        whole.onTimeout?.(error);
      },
    },
  );
}

function checkOptions(work: unknown, { attempts, jitter, retryIf }: RetryOptions): void {
  expect(typeof work === 'function', 'work', 'a function, to be called for each attempt', work);
  expect(attempts === undefined || attempts >= 1, 'attempts', 'a number, 1 or more', attempts);
  const part = jitter === undefined || typeof jitter === 'function' || (jitter >= 0 && jitter <= 1);
  expect(part, 'jitter', 'a number from 0 to 1, or a function', jitter);
  expect(retryIf === undefined || typeof retryIf === 'function', 'retryIf', 'a function', retryIf);
}

/** How long to wait after a failed attempt: ms. */
function pauseAfter(attempt: number, error: unknown, { backoff, jitter = 1 }: RetryOptions): number {
  const full = typeof backoff === 'function' ? backoff(attempt, error) : (backoff ?? 100 * 2 ** (attempt - 1));
  checkLimit('backoff', full);
  if (typeof jitter === 'function') return checkLimit('jitter', jitter(full));
  return full * (1 - jitter * Math.random());
}

/** Waits for `ms`, or until `signal` aborts. */
function pause(runtime: Runtime, ms: number, signal: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      waiting.cancel();
      resolve();
    };
    const waiting = after(runtime, ms, done);
    signal.addEventListener('abort', done);
  });
}

function withEarlier<E>(error: E, errors: readonly unknown[]): E {
  // A frozen error, or one that is no object, goes without.
  if (errors.length > 0 && typeof error === 'object' && error !== null && Object.isExtensible(error)) {
    Object.defineProperty(error, EARLIER, { value: [...errors], configurable: true });
  }
  return error;
}
