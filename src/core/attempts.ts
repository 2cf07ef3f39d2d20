import { checkOptions } from './check-options.ts';
import { lost } from './operation-completion.ts';
import type { OperationContext } from './operation-context.ts';
import { runtimeOf, timed } from './timed.ts';
import type { TimedContext } from './timed-context.ts';
import type { TimedOperation } from './timed-operation.ts';
import type { TimedOptions } from './timed-options.ts';
import type { TimedPromise } from './timed-promise.ts';

/** The options of a whole that is made of attempts: its limits, its signal, its hooks. */
export type BudgetOptions = Pick<
  TimedOptions,
  'timeout' | 'deadline' | 'within' | 'signal' | 'onTimeout' | 'onLate' | 'disposeLate' | 'name' | 'ref' | 'runtime'
>;

/** A work that may be begun several times; attempts count from 1. */
export type RepeatableWork<Response> = (context: TimedContext, attempt: number) => Response | PromiseLike<Response>;

/** Attempts at one work, each a call of its own within a whole. */
export interface Attempts<Response> {
  readonly whole: OperationContext;
  /** Those begun so far. */
  readonly begun: readonly TimedPromise<Response>[];
  begin(timeout?: number): TimedPromise<Response>;
  /** Whether the whole is decided. */
  isOver(): boolean;
  /** An answer that came when there was one already. */
  tooLate(attempt: TimedPromise<Response>, value: Response): void;
  /** The whole is over: ends with its reason, once the attempts' works have ended. */
  ended(): Promise<never>;
}

/** A call that is made of attempts. */
export interface AttemptsCall {
  readonly name: string;
  /** The options that it has besides those of `timed`. */
  readonly own: readonly string[];
}

/**
 * Runs attempts under one budget. What `run` throws before it begins one is the whole's failure; so is what is wrong with the options as
 * a whole.
 */
export function attemptsWithin<Response>(
  { name, own }: AttemptsCall,
  work: RepeatableWork<Response>,
  options: BudgetOptions,
  run: (attempts: Attempts<Response>) => Promise<Response>,
): TimedPromise<Response> {
  try {
    checkOptions(name, options, own);
  } catch (error) {
    return timed<Response>(() => Promise.reject(error), {});
  }
  const { onLate } = options;
  const whole: BudgetOptions = {
    ...options,
    onLate:
      typeof onLate === 'function'
        ? (late) => {
            // What it timed out or was cancelled with comes back through its attempts: nobody has lost it.
            if (late.status === 'fulfilled' || late.reason !== call.operation.reason) onLate(late);
          }
        : onLate,
  };
  const call: TimedPromise<Response> = timed(
    (context) => run(attemptsAt(work, options, context as OperationContext)),
    whole,
  );
  return call;
}

function attemptsAt<Response>(
  work: RepeatableWork<Response>,
  options: BudgetOptions,
  whole: OperationContext,
): Attempts<Response> {
  const begun: TimedPromise<Response>[] = [];
  const { onLate, disposeLate, name, ref } = options;
  const shared = { within: whole, runtime: runtimeOf(options), onLate, disposeLate, ref };
  return {
    whole,
    begun,
    begin(timeout) {
      const attempt = begun.length + 1;
      const named = name === undefined ? undefined : `${name}, attempt ${attempt}`;
      const call = timed((context) => work(context, attempt), { ...shared, timeout, name: named });
      begun.push(call);
      return call;
    },
    isOver() {
      // An attempt that used up the whole's time may be decided a slice before the whole is; and the whole, before the call that it
      // is within, whose timeout it would be.
      if (whole.outcome === undefined && begun.at(-1)?.operation.outcome === 'timedOut') {
        if (options.within !== undefined) playTimeout(options.within);
        playTimeout(whole);
      }
      return whole.outcome !== undefined;
    },
    tooLate(attempt, value) {
      const operation = attempt.operation as unknown as TimedOperation<unknown, unknown, unknown>;
      lost(operation, { stage: 'response', status: 'fulfilled', value });
    },
    async ended() {
      await Promise.all(begun.map(({ operation }) => operation.finished));
      throw whole.reason;
    },
  };
}

function playTimeout(call: TimedContext): void {
  try {
    call.throwIfExpired();
  } catch {
    // It is over, and rejects by itself.
  }
}
