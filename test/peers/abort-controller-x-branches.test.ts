import {
  type LateOutcome,
  type TimedContext,
  type TimedOptions,
  type TimedPromise,
  timed,
  timedAll,
} from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it } from 'vitest';
import { hold } from '../problems/reason-of.ts';
import { spiedSignal } from './support/spied-signal.ts';
import { watch } from './support/watch.ts';

// What abort-controller-x's own tests of `all` and `race` check, in the order of docs/reference/peer-tests.md.

type Limits = Pick<TimedOptions, 'signal' | 'onLate' | 'runtime'>;
type Branch<Value> = (context: TimedContext) => Promise<Value>;

/** Its `all` and `race`: once the result is certain, branches that have no part in it are cancelled, and waited for. */
function together<Value, Result>(
  combine: (calls: readonly TimedPromise<Value>[]) => Promise<Result>,
  branches: readonly Branch<Value>[],
  { onLate, ...limits }: Limits,
): TimedPromise<Result> {
  return timed(async (context) => {
    const calls = branches.map((branch) => timed(branch, { within: context, onLate }));
    try {
      return await combine(calls);
    } finally {
      for (const call of calls) call.cancel('no longer needed');
      await Promise.all(calls.map(({ operation }) => operation.finished));
    }
  }, limits);
}

const all = <Value>(calls: readonly TimedPromise<Value>[]): Promise<Value[]> => Promise.all(calls);
const race = <Value>(calls: readonly TimedPromise<Value>[]): Promise<Value> => Promise.race(calls);

/** Two branches in the test's hands, under one spied signal. */
function begin<Result>(combine: (calls: readonly TimedPromise<string | number>[]) => Promise<Result>) {
  const runtime = new ManualRuntime();
  const { controller, signal, counts } = spiedSignal();
  const first = hold<string | number>();
  const second = hold<string | number>();
  const signals: AbortSignal[] = [];
  const late: LateOutcome[] = [];
  const branches = [first, second].map(({ promise }) => (context: TimedContext) => {
    signals.push(context.signal);
    return promise;
  });
  const call = together(combine, branches, { signal, runtime, onLate: (outcome) => late.push(outcome) });
  const aborted = (): boolean[] => signals.map((each) => each.aborted);
  return { runtime, controller, counts, first, second, late, call, result: watch(call), aborted };
}

it.each([
  ['all 1', () => begin(all)],
  ['race 1', () => begin(race)],
])(
  '%s: an abort comes to the branches at once, and lets the caller go; `finished` waits for them',
  async (_, start) => {
    const { runtime, controller, counts, first, second, call, result, aborted } = start();
    const finished = watch(call.operation.finished);
    controller.abort();
    expect(aborted()).toEqual([true, true]);
    await runtime.settle();
    expect(result()).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    first.reject(controller.signal.reason);
    await runtime.settle();
    expect(finished()).toBeUndefined();
    second.reject(controller.signal.reason);
    await runtime.settle();
    expect(finished()).toMatchObject({ status: 'fulfilled' });
    expect(counts()).toEqual([1, 1]);
  },
);

it('all 2: values come in the order of the branches, when the last has answered', async () => {
  const { runtime, counts, first, second, result, aborted } = begin(all);
  await runtime.settle();
  expect(result()).toBeUndefined();
  second.resolve(42);
  await runtime.settle();
  expect(result()).toBeUndefined();
  first.resolve('test');
  await runtime.settle();
  expect(result()).toEqual({ status: 'fulfilled', value: ['test', 42] });
  expect(aborted()).toEqual([false, false]);
  expect(counts()).toEqual([1, 1]);
});

it.each([
  ['all 3', 'failure of any', () => begin(all), 'reject', { status: 'rejected', reason: 'test' }],
  ['race 2', 'first answer', () => begin(race), 'resolve', { status: 'fulfilled', value: 'test' }],
  ['race 3', 'first failure', () => begin(race), 'reject', { status: 'rejected', reason: 'test' }],
] as const)(
  '%s: the %s aborts the other branch, and is the result when that has ended',
  async (_, __, start, how, expected) => {
    const { runtime, counts, first, second, result, aborted } = start();
    await runtime.settle();
    expect(aborted()).toEqual([false, false]);
    first[how]('test');
    await runtime.settle();
    expect(result()).toBeUndefined();
    expect(aborted()).toEqual([false, true]);
    second.reject(new Error('aborted'));
    await runtime.settle();
    expect(result()).toEqual(expected);
    expect(counts()).toEqual([1, 1]);
  },
);

it.each([
  ['all 4', () => begin(all)],
  ['race 4', () => begin(race)],
])(
  '%s: a branch that fails while it ends after an abort is told to onLate; the abort stays the result',
  async (_, start) => {
    const { runtime, controller, counts, first, second, late, result } = start();
    controller.abort();
    await runtime.settle();
    first.reject(controller.signal.reason);
    await runtime.settle();
    second.reject(new Error('test'));
    await runtime.settle();
    expect(result()).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    expect(late.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      controller.signal.reason,
      new Error('test'),
    ]);
    expect(counts()).toEqual([1, 1]);
  },
);

it('all 5: no branch at all is an empty result; the signal is listened to for the turn in which that is said', async () => {
  const runtime = new ManualRuntime();
  const { signal, counts } = spiedSignal();
  expect(await runtime.run(timedAll([], { signal, runtime }))).toEqual([]);
  await runtime.settle();
  expect(counts()).toEqual([1, 1]);
});
