import { after, type Waiting } from './after.ts';
import {
  type Attempts,
  type AttemptsCall,
  attemptsWithin,
  type BudgetOptions,
  type RepeatableWork,
} from './attempts.ts';
import { checkLimit } from './deadline.ts';
import { expect } from './errors.ts';
import type { TimedPromise } from './timed-promise.ts';

/** Options of {@link hedge}: limits, signal and hooks are those of the whole. */
export interface HedgeOptions extends BudgetOptions {
  /** Milliseconds after which another attempt is begun beside those that have not answered. */
  readonly after: number;
  /** How many attempts at most; 2 by default. */
  readonly max?: number | undefined;
}

const HEDGE: AttemptsCall = { name: 'hedge', own: ['after', 'max'] };

/**
 * Asks again when an answer is slow, and takes whichever comes first: for work that may be done twice. Each attempt has a signal of its
 * own; the losers are cancelled, and what they come to all the same goes to `onLate`. An attempt that fails makes way for the next at
 * once.
 *
 * Rejects with an `AggregateError`, in the order of the attempts, when all have failed.
 *
 * ```ts
 * const answer = await hedge(({ signal }) => fetch(url, { signal }), { after: 50, timeout: 500 });
 * ```
 */
export function hedge<Response>(work: RepeatableWork<Response>, options: HedgeOptions): TimedPromise<Response> {
  return attemptsWithin(HEDGE, work, options, async (attempts) => {
    const { after: afterMs, max = 2 } = options;
    expect(typeof work === 'function', 'work', 'a function, to be called for each attempt', work);
    checkLimit('after', afterMs);
    expect(Number.isInteger(max) && max >= 1, 'max', 'a whole number, 1 or more', max);
    return firstAnswer(attempts, afterMs, max, options.ref);
  });
}

function firstAnswer<Response>(
  attempts: Attempts<Response>,
  afterMs: number,
  max: number,
  ref: boolean | undefined,
): Promise<Response> {
  const { whole, begun } = attempts;
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    let waiting: Waiting | undefined;
    let answered = false;
    let undecided = 0;
    const begin = (): void => {
      waiting?.cancel();
      const index = begun.length;
      const attempt = attempts.begin();
      undecided++;
      if (begun.length < max && whole.outcome === undefined) waiting = after(whole.runtime, afterMs, begin, { ref });
      attempt.then(
        (value) => {
          undecided--;
          if (answered) {
            attempts.tooLate(attempt, value);
            return;
          }
          answered = true;
          waiting?.cancel();
          for (const each of begun) each.cancel('another attempt was answered first');
          resolve(value);
        },
        (error) => {
          undecided--;
          errors[index] = error;
          if (answered) return;
          if (!attempts.isOver() && begun.length < max) begin();
          else if (undecided > 0) return;
          else if (attempts.isOver()) resolve(attempts.ended());
          else reject(new AggregateError(errors, `All ${max} attempts failed`));
        },
      );
    };
    whole.signal.addEventListener('abort', () => waiting?.cancel());
    begin();
  });
}
