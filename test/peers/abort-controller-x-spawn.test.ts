import { isCancelledError, type TimedContext, type TimedOptions, type TimedPromise, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it, vi } from 'vitest';
import { never } from '../problems/reason-of.ts';
import { later } from './support/later.ts';
import { spiedSignal } from './support/spied-signal.ts';
import { watch } from './support/watch.ts';

// What abort-controller-x's own tests of `spawn` check, in the order of docs/reference/peer-tests.md.

type Fork = (work: (context: TimedContext) => Promise<unknown>) => TimedPromise<unknown>;
type Limits = Pick<TimedOptions, 'signal' | 'runtime'>;

/** Its `spawn`: a failure of any fork is the failure of the whole; none outlives it. */
function spawn(work: (context: TimedContext, fork: Fork) => Promise<unknown>, limits: Limits): TimedPromise<unknown> {
  return timed(async (context) => {
    const tasks: TimedPromise<unknown>[] = [];
    let fail: (error: unknown) => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = (error) => isCancelledError(error) || reject(error);
    });
    const fork: Fork = (part) => {
      const task = timed(part, { within: context });
      task.catch(fail);
      tasks.push(task);
      return task;
    };
    try {
      return await Promise.race([fork((own) => work(own, fork)), failed]);
    } finally {
      for (const task of tasks) task.cancel();
      await Promise.all(tasks.map(({ operation }) => operation.finished));
    }
  }, limits);
}

function noting() {
  const runtime = new ManualRuntime();
  const actions: string[] = [];
  const note = (action: string) => actions.push(action);
  const turn = () => later(runtime, 1, undefined);
  /** Waits for its own end by abort, and notes it. */
  const untilAborted =
    (what: string) =>
    async ({ signal }: TimedContext) => {
      await timed(never, { signal, runtime }).catch(() => note(`${what} aborted`));
    };
  return { runtime, actions, note, turn, untilAborted, ...spiedSignal() };
}

it('spawn 1: a fork can be cancelled alone', async () => {
  const { runtime, actions, note, turn, untilAborted, signal, counts } = noting();
  const work = async (_: TimedContext, fork: Fork) => {
    const task = fork((context) => {
      note('fork starts');
      return untilAborted('fork')(context);
    });
    note('after the fork');
    await turn();
    note('before the cancel');
    task.cancel();
    await turn();
    note('after the cancel');
  };
  await runtime.run(spawn(work, { signal, runtime }));
  expect(actions).toEqual(['fork starts', 'after the fork', 'before the cancel', 'fork aborted', 'after the cancel']);
  await runtime.settle();
  expect(counts()).toEqual([1, 1]);
});

it.each([
  ['spawn 2', 'returns', undefined],
  ['spawn 3', 'throws', new Error('its own')],
])('%s: forks are cancelled when the work %s, and waited for', async (_, __, error) => {
  const { runtime, actions, note, turn, untilAborted, signal, counts } = noting();
  const work = async (_: TimedContext, fork: Fork) => {
    fork(untilAborted('fork'));
    note('after the fork');
    await turn();
    note('end');
    if (error !== undefined) throw error;
  };
  const result = spawn(work, { signal, runtime }).then(
    () => note('fulfilled'),
    (reason) => note(`rejected: ${reason.message}`),
  );
  await runtime.run(result);
  const outcome = error === undefined ? 'fulfilled' : 'rejected: its own';
  expect(actions).toEqual(['after the fork', 'end', 'fork aborted', outcome]);
  await runtime.settle();
  expect(counts()).toEqual([1, 1]);
});

it('spawn 4: the failure of a fork ends the work, and is its failure', async () => {
  const { runtime, actions, note, turn, untilAborted, signal, counts } = noting();
  const work = async (context: TimedContext, fork: Fork) => {
    fork(async () => {
      await turn();
      note('fork fails');
      throw new Error('its own');
    });
    await untilAborted('main')(context);
  };
  await runtime.run(spawn(work, { signal, runtime }).catch((reason) => note(`rejected: ${reason.message}`)));
  expect(actions).toEqual(['fork fails', 'main aborted', 'rejected: its own']);
  await runtime.settle();
  expect(counts()).toEqual([1, 1]);
});

it('spawn 6: nothing is begun when the signal is aborted already', async () => {
  const { runtime, controller, signal, counts } = noting();
  controller.abort();
  const work = vi.fn(async () => {});
  const result = watch(spawn(work, { signal, runtime }));
  await runtime.settle();
  expect(result()).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(work).not.toHaveBeenCalled();
  expect(counts()).toEqual([0, 0]);
});
