import {
  hedge,
  type PartOutcome,
  retry,
  runtimeStats,
  TimedOperation,
  type TimedPromise,
  timed,
  timedAll,
  timedIterable,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expectTypeOf, it } from 'vitest';

const text = async (): Promise<string> => 'text';

describe('timedAll', () => {
  it('gives an outcome a part, each of its own type, in order', async () => {
    const outcomes = await timedAll([text, () => 5, Promise.resolve(true)], 10);
    expectTypeOf(outcomes).toEqualTypeOf<[PartOutcome<string>, PartOutcome<number>, PartOutcome<boolean>]>();
    if (outcomes[1].outcome === 'fulfilled') expectTypeOf(outcomes[1].value).toEqualTypeOf<number>();
    else expectTypeOf(outcomes[1].reason).toBeUnknown();
  });

  it('of an array of unknown length gives an array', () => {
    const parts: (() => Promise<string>)[] = [text];
    expectTypeOf(timedAll(parts, { timeout: 10 })).resolves.toEqualTypeOf<PartOutcome<string>[]>();
    expectTypeOf(
      timedAll(
        ['/a', '/b'].map((path) => async () => path.length),
        5,
      ),
    ).resolves.toEqualTypeOf<PartOutcome<number>[]>();
  });

  it('tells its parts of their context', () => {
    timedAll([({ signal }) => expectTypeOf(signal).toEqualTypeOf<AbortSignal>()], 10);
  });
});

describe('timedIterable', () => {
  it('gives the items of its source, whatever kind it is', async () => {
    const numbers = (async function* () {
      yield 5;
    })();
    for await (const each of timedIterable(numbers, { idle: 5 })) expectTypeOf(each).toBeNumber();
    const stream = new ReadableStream<Uint8Array>();
    for await (const each of timedIterable([1, Promise.resolve(2)], { idle: 5 })) expectTypeOf(each).toBeNumber();
    const either = numbers as AsyncIterable<number> | Iterable<number>;
    for await (const each of timedIterable(either, { idle: 5 })) expectTypeOf(each).toBeNumber();
    for await (const each of timedIterable(stream, { idle: 5 })) expectTypeOf(each).toEqualTypeOf<Uint8Array>();
    expectTypeOf(timedIterable(numbers, { idle: 5 })).toMatchTypeOf<AsyncIterable<number>>();
    expectTypeOf(timedIterable(numbers, { idle: 5 })).toMatchTypeOf<AsyncDisposable & Disposable>();
  });
});

describe('retry and hedge', () => {
  it('give what their work gives', () => {
    expectTypeOf(retry(text, { timeout: 5 })).toEqualTypeOf<TimedPromise<string>>();
    expectTypeOf(hedge((_, attempt) => attempt, { after: 5 })).toEqualTypeOf<TimedPromise<number>>();
    expectTypeOf(retry(({ signal }) => signal.aborted, {})).resolves.toBeBoolean();
    // @ts-expect-error a promise cannot be tried again
    retry(text(), { timeout: 5 });
  });
});

describe('scopes', () => {
  it('take operations, calls, groups and iterations', async () => {
    await using operation = new TimedOperation<Uint8Array, string>(
      new ManualRuntime(),
      { decode: (bytes) => String(bytes) },
      undefined,
    );
    expectTypeOf(operation.promise()).toEqualTypeOf<TimedPromise<string>>();
    expectTypeOf(operation.respond).parameter(0).toEqualTypeOf<Uint8Array>();
    using group = timedAll([text], 5);
    using call = timed(text, 5).operation;
    expectTypeOf(group.cancel()).toBeBoolean();
    expectTypeOf(call.value).toEqualTypeOf<string | undefined>();
  });
});

it('the counters are numbers', () => {
  expectTypeOf(runtimeStats().decided.timedOut).toBeNumber();
});
