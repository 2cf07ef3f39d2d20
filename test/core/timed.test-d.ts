import { type TimedContext, type TimedPromise, type TimeoutError, timed, type WorkSignal } from 'timed-operation';
import { describe, expectTypeOf, it } from 'vitest';

const text = async (): Promise<string> => 'text';

describe('timed', () => {
  it('gives what its work gives: a function, an async function, a promise, a thenable', () => {
    expectTypeOf(timed(() => 5, 10)).toEqualTypeOf<TimedPromise<number>>();
    expectTypeOf(timed(text, 10)).toEqualTypeOf<TimedPromise<string>>();
    expectTypeOf(timed(async () => [1, 'a'] as const, 10)).toEqualTypeOf<TimedPromise<readonly [1, 'a']>>();
    expectTypeOf(timed(text(), 10)).toEqualTypeOf<TimedPromise<string>>();
    expectTypeOf(timed({} as PromiseLike<bigint>, 10)).toEqualTypeOf<TimedPromise<bigint>>();
    expectTypeOf(timed(text, { timeout: 10, name: 'text' })).toEqualTypeOf<TimedPromise<string>>();
    expectTypeOf(timed(() => {}, 10)).resolves.toBeVoid();
    expectTypeOf(timed(() => new Promise<never>(() => {}), 10)).resolves.toBeNever();
  });

  it('keeps a work that may answer at once or later', () => {
    const cached = (): string | Promise<string> => 'hit';
    expectTypeOf(timed(cached, 10)).toEqualTypeOf<TimedPromise<string>>();
  });

  it('gives what decode makes of the response, synchronous or not, and tells decode what comes in', () => {
    expectTypeOf(timed(text, { decode: (response) => response.length })).toEqualTypeOf<TimedPromise<number>>();
    expectTypeOf(timed(text, { decode: async (response) => [response] })).toEqualTypeOf<TimedPromise<string[]>>();
    expectTypeOf(timed(text(), { timeout: 5, decode: Number })).toEqualTypeOf<TimedPromise<number>>();
    timed(text, {
      decode(response, { signal }) {
        expectTypeOf(response).toEqualTypeOf<string>();
        expectTypeOf(signal).toEqualTypeOf<WorkSignal>();
      },
    });
  });

  it('adds the type of a fallback, a value or a function of the error', () => {
    expectTypeOf(timed(text, { timeout: 5, fallback: null })).resolves.toEqualTypeOf<string | null>();
    expectTypeOf(timed(text, { timeout: 5, fallback: 'none' })).resolves.toEqualTypeOf<string>();
    expectTypeOf(timed(text, { timeout: 5, fallback: (error) => error.limitMs })).resolves.toEqualTypeOf<
      string | number
    >();
    expectTypeOf(
      timed(text, { timeout: 5, decode: (response) => response.length, fallback: () => false }),
    ).resolves.toEqualTypeOf<number | boolean>();
    timed(text, {
      fallback: (error) => {
        expectTypeOf(error).toEqualTypeOf<TimeoutError>();
        return 5;
      },
    });
  });

  it('tells its work of its context', () => {
    timed((context) => expectTypeOf(context).toEqualTypeOf<TimedContext>(), 5);
    timed(({ signal }) => expectTypeOf(signal).toEqualTypeOf<AbortSignal>(), 5);
    timed(({ remaining }) => expectTypeOf(remaining()).toBeNumber(), { timeout: 5 });
  });

  it('gives a promise like any other, and its operation', () => {
    const call = timed(text, 5);
    expectTypeOf(call).toMatchTypeOf<Promise<string>>();
    expectTypeOf(call.operation.value).toEqualTypeOf<string | undefined>();
    expectTypeOf(call.cancel).returns.toBeBoolean();
    expectTypeOf(call.operation.finished).resolves.toBeVoid();
  });

  it('takes an AbortSignal, the limits as numbers, and nothing else for them', () => {
    timed(text, { signal: new AbortController().signal, timeout: 5, idle: 5 });
    // @ts-expect-error a string is no limit
    timed(text, '5');
    // @ts-expect-error nor is a date a deadline
    timed(text, { deadline: new Date() });
    // @ts-expect-error nor a value a work
    timed(5, 5);
    // @ts-expect-error a word that is no option
    timed(text, { timeOut: 5 });
  });
});
