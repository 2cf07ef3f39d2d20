import { getEventListeners } from 'node:events';
import { CancelledError, Deadline, type LateOutcome, TimeoutError, timed, timedAll } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, it } from 'vitest';
import { sleep } from './support/scripted-source.ts';

const never = () => new Promise<never>(() => {});

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it fulfilled'),
    (error: unknown) => error,
  );
}

describe('a group', () => {
  it('gives what each part came to, in the order of the parts', async () => {
    const runtime = new ManualRuntime();
    const wrong = new Error('wrong');
    const outcomes = await runtime.run(
      timedAll(
        [
          () => sleep(runtime, 5).then(() => 'slow'),
          'quick'.length === 5 ? () => 'quick' : never,
          async () => {
            throw wrong;
          },
          never,
          Promise.resolve(5),
        ],
        { timeout: 10, runtime },
      ),
    );
    expect(outcomes.map((each) => each.outcome)).toEqual(['fulfilled', 'fulfilled', 'failed', 'timedOut', 'fulfilled']);
    expect(outcomes[0]).toEqual({ outcome: 'fulfilled', value: 'slow' });
    expect(outcomes[2]).toEqual({ outcome: 'failed', reason: wrong });
    expect(outcomes[3]).toMatchObject({ reason: { kind: 'timeout', limitMs: 10, elapsedMs: 10 } });
    expect(outcomes[4]).toEqual({ outcome: 'fulfilled', value: 5 });
    expect(runtime.armed).toBe(0);
  });

  it('has one limit: all parts end at the same instant, and its signals abort', async () => {
    const runtime = new ManualRuntime();
    const signals: AbortSignal[] = [];
    const part = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return never();
    };
    const group = timedAll([part, part, () => 'here'], { timeout: 10, runtime, name: 'pages' });
    const outcomes = await runtime.run(group);
    expect(runtime.now).toBe(10);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(outcomes[0]).toMatchObject({ reason: { operation: 'pages[0]' } });
    expect(group.parts.map(({ name }) => name)).toEqual(['pages[0]', 'pages[1]', 'pages[2]']);
  });

  it('of no parts fulfils with no outcomes', async () => {
    expect(await timedAll([], 10)).toEqual([]);
    expect(await timedAll([], 0)).toEqual([]);
  });

  it('rejects with an AggregateError of all reasons, in order, when no part succeeded', async () => {
    const runtime = new ManualRuntime();
    const wrong = new Error('wrong');
    const group = timedAll([never, () => Promise.reject(wrong)], { timeout: 10, runtime });
    const error = (await runtime.run(reasonOf(group))) as AggregateError;
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.errors[0]).toBeInstanceOf(TimeoutError);
    expect(error.errors[1]).toBe(wrong);
  });

  it('that is refused at the door begins no part', async () => {
    let begun = 0;
    const part = () => begun++;
    expect(await reasonOf(timedAll([part, part], 0))).toBeInstanceOf(AggregateError);
    expect(await reasonOf(timedAll([part, part], { signal: AbortSignal.abort('no') }))).toMatchObject({
      source: 'signal',
      cause: 'no',
    });
    expect(begun).toBe(0);
  });

  it('takes a deadline and an outer call, too', async () => {
    const runtime = new ManualRuntime();
    const outer = timed((context) => timedAll([never, () => 1], { within: context, timeout: 50, name: undefined }), {
      timeout: 10,
      runtime,
    });
    expect(await runtime.run(reasonOf(outer))).toBe(outer.operation.reason);
    const deadline = Deadline.after(5, runtime.clock);
    const outcomes = await runtime.run(timedAll([never, () => 1], { deadline, runtime }));
    expect(outcomes[0]).toMatchObject({ outcome: 'timedOut', reason: { kind: 'deadline' } });
  });

  it('tells of each late outcome once', async () => {
    const runtime = new ManualRuntime();
    const late: LateOutcome[] = [];
    const group = timedAll([() => sleep(runtime, 20).then(() => 'too late'), () => 'here'], {
      timeout: 10,
      runtime,
      onLate: (outcome) => late.push(outcome),
    });
    await runtime.run(group);
    await runtime.advanceAsync(50);
    expect(late).toEqual([{ stage: 'response', status: 'fulfilled', value: 'too late' }]);
  });
});

describe('a cancel', () => {
  it('reaches every part that is not decided, and keeps what the others came to', async () => {
    const runtime = new ManualRuntime();
    const aborted: number[] = [];
    const part = (index: number) => (context: { signal: AbortSignal }) => {
      context.signal.addEventListener('abort', () => aborted.push(index));
      return never();
    };
    const group = timedAll([part(0), () => 'here', part(2)], { timeout: 10, runtime });
    await runtime.settle();
    expect(group.cancel('enough')).toBe(true);
    expect(group.cancel('enough')).toBe(false);
    expect(aborted).toEqual([0, 2]);
    const outcomes = await runtime.run(group);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['cancelled', 'fulfilled', 'cancelled']);
    expect(outcomes[0]).toMatchObject({ reason: { code: 'ERR_CANCELLED', cause: 'enough' } });
    expect(runtime.armed).toBe(0);
  });

  it('of all parts rejects with a CancelledError', async () => {
    const runtime = new ManualRuntime();
    const group = timedAll([never, never], { timeout: 10, runtime, name: 'pages' });
    group.cancel('enough');
    const error = await runtime.run(reasonOf(group));
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ source: 'caller', cause: 'enough', operation: 'pages' });
  });

  it('by a signal rejects with a CancelledError whose cause is the reason, and leaves no listener', async () => {
    const runtime = new ManualRuntime();
    const controller = new AbortController();
    const group = timedAll([never, never], { signal: controller.signal, timeout: 10, runtime });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort('enough');
    expect(await runtime.run(reasonOf(group))).toMatchObject({ source: 'signal', cause: 'enough' });
    await runtime.settle();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('of some, when the rest failed, is an AggregateError', async () => {
    const runtime = new ManualRuntime();
    const group = timedAll([never, () => Promise.reject(new Error('wrong'))], { timeout: 10, runtime });
    await runtime.settle();
    group.cancel();
    expect(await runtime.run(reasonOf(group))).toBeInstanceOf(AggregateError);
  });

  it('comes from leaving the scope of `using`, and is then no unhandled rejection', async () => {
    const runtime = new ManualRuntime();
    const aborted: boolean[] = [];
    {
      using group = timedAll([never, never], { timeout: 10, runtime });
      aborted.push(...group.parts.map(({ outcome }) => outcome === 'cancelled'));
    }
    await runtime.settle();
    expect(aborted).toEqual([false, false]);
    expect(runtime).toMatchObject({ armed: 0, undecided: 0 });
  });
});

describe('wrong use', () => {
  const begun: number[] = [];
  const part = () => begun.push(1);
  it.each([
    ['a limit that is no number', () => timedAll([part], Number.NaN), '`timeout`'],
    ['a limit left out', () => timedAll([part], undefined as never), '`timeout`'],
    ['a limit of null', () => timedAll([part], null as never), '`timeout`'],
    ['a wrong limit and no parts', () => timedAll([], { timeout: -1 }), '`timeout`'],
    ['a signal that is none', () => timedAll([part, part], { signal: 5 as never }), '`signal`'],
    ['parts that are no array', () => timedAll(part as never, 5), '`parts`'],
    ['a part that is neither', () => timedAll([part, 5 as never, Promise.reject(new Error('mine'))], 5), '`parts[1]`'],
  ])('%s is a TypeError, and no part is begun', async (_, make, named) => {
    const error = await reasonOf(make());
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(named);
    expect(begun).toEqual([]);
  });
});
