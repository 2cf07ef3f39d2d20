import { type Runtime, type TimedOptions, type TimeoutDetails, TimeoutError, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expectTypeOf, it } from 'vitest';

// What p-timeout's own type test checks, in the order of docs/reference/peer-tests.md.

const text = async (): Promise<string> => 'text';

it('p-timeout types 1: the result has a `then`', () => {
  expectTypeOf(timed(text(), 50).then(() => 5)).toEqualTypeOf<Promise<number>>();
});

it('p-timeout types 2: a fallback may be asynchronous, another call for one', () => {
  expectTypeOf(timed(text(), { timeout: 50, fallback: () => timed(text(), 300) })).resolves.toExtend<
    string | Promise<string>
  >();
});

it('p-timeout types 3: the value is the promise’s', () => {
  expectTypeOf(timed(text(), 50)).resolves.toEqualTypeOf<string>();
});

it('p-timeout types 4: a text for the error changes nothing', () => {
  expectTypeOf(timed(text(), { timeout: 50, name: 'error' })).resolves.toEqualTypeOf<string>();
});

it('p-timeout types 5: fulfilling with undefined adds it', () => {
  expectTypeOf(timed(text(), { timeout: 50, fallback: () => undefined })).resolves.toEqualTypeOf<string | undefined>();
});

it('p-timeout types 6: an error of one’s own changes nothing', () => {
  const fallback = (): never => {
    throw new Error('error');
  };
  expectTypeOf(timed(text(), { timeout: 50, fallback })).resolves.toEqualTypeOf<string>();
});

it('p-timeout types 7: an asynchronous fallback adds what it gives, once it is awaited', async () => {
  const call = timed(text(), { timeout: 50, fallback: async () => 10 });
  expectTypeOf(await call).toEqualTypeOf<string | number>();
});

it('p-timeout types 8, p-timeout types 12: a fallback adds what it gives', () => {
  expectTypeOf(timed(text(), { timeout: 50, fallback: () => 10 })).resolves.toEqualTypeOf<string | number>();
});

it('p-timeout types 9, p-timeout types 10, p-timeout types 11: timers of one’s own are a runtime, with any other option', () => {
  const runtime = new ManualRuntime();
  const fallback = (): never => {
    throw new Error('error');
  };
  expectTypeOf(timed(text(), { timeout: 50, runtime })).resolves.toEqualTypeOf<string>();
  expectTypeOf(timed(text(), { timeout: 50, name: 'foo', runtime })).resolves.toEqualTypeOf<string>();
  expectTypeOf(timed(text(), { timeout: 50, fallback, runtime })).resolves.toEqualTypeOf<string>();
});

it('p-timeout types 13: half of a runtime is none', () => {
  expectTypeOf<Pick<Runtime, 'clock'>>().not.toExtend<NonNullable<TimedOptions['runtime']>>();
});

it('p-timeout types 14: a call without any limit is one that can be cancelled', () => {
  expectTypeOf(timed(text(), {})).resolves.toEqualTypeOf<string>();
});

it('p-timeout types 15: the error can be made, of what a timeout knows', () => {
  expectTypeOf(TimeoutError).toBeConstructibleWith({} as TimeoutDetails);
  expectTypeOf(new TimeoutError({} as TimeoutDetails)).toEqualTypeOf<TimeoutError>();
});
