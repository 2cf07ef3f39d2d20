import { after, type Waiting } from './after.ts';
import { checkLimit } from './deadline.ts';
import { expect } from './errors.ts';
import { runtimeOf, timed } from './timed.ts';
import type { TimedContext } from './timed-context.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedPromise } from './timed-promise.ts';

/** Options of {@link hedge}: limits, signal and hooks are those of the whole. */
export interface HedgeOptions
  extends Pick<
    TimedOptions,
    'timeout' | 'deadline' | 'within' | 'signal' | 'onTimeout' | 'onLate' | 'disposeLate' | 'name' | 'ref' | 'runtime'
  > {
  /** Milliseconds after which another attempt is begun beside those that have not answered. */
  readonly after: number;
  /** How many attempts at most; 2 by default. */
  readonly max?: number | undefined;
}

/**
 * Asks again when an answer is slow, and takes whichever comes first: for work that may be done twice. Each attempt has a signal of its
 * own; the losers are cancelled. An attempt that fails makes way for the next at once.
 *
 * Rejects with an `AggregateError`, in the order of the attempts, when all have failed.
 *
 * ```ts
 * const answer = await hedge(({ signal }) => fetch(url, { signal }), { after: 50, timeout: 500 });
 * ```
 */
export function hedge<Response>(
  work: (context: TimedContext, attempt: number) => Response | PromiseLike<Response>,
  options: HedgeOptions,
): TimedPromise<Response> {
  const { after: afterMs, max = 2, ...whole } = options;
  const { onLate, disposeLate } = whole;
  const runtime = runtimeOf(options);
  return timed((context) => {
    expect(typeof work === 'function', 'work', 'a function, to be called for each attempt', work);
    checkLimit('after', afterMs);
    expect(max >= 1, 'max', 'a number, 1 or more', max);
    return new Promise<Response>((resolve, reject) => {
      const attempts: TimedPromise<Response>[] = [];
      const errors: unknown[] = [];
      let waiting: Waiting | undefined;
      const end = (): void => {
        waiting?.cancel();
        for (const each of attempts) each.cancel('another attempt was answered first');
        context.signal.removeEventListener('abort', end);
      };
      const begin = (): void => {
        waiting?.cancel();
        const index = attempts.length;
        const attempt = timed((own) => work(own, index + 1), { within: context, runtime, onLate, disposeLate });
        attempts.push(attempt);
        if (attempts.length < max) waiting = after(runtime, afterMs, begin);
        attempt.then(
          (response) => {
            resolve(response);
            end();
          },
          (error) => {
            errors[index] = error;
            if (context.signal.aborted) return;
            if (attempts.length < max) begin();
            else if (Object.keys(errors).length === max)
              reject(new AggregateError(errors, `All ${max} attempts failed`));
          },
        );
      };
      context.signal.addEventListener('abort', end);
      begin();
    });
  }, whole);
}
