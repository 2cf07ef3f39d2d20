import { createRuntime, Deadline, type Runtime, TimedOperation } from 'timed-operation';
import { expect, test } from 'vitest';

/** More than a wake decides in one go. */
const MANY = 3000;

type Operation = TimedOperation<string, string, number>;

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

async function untilDecided(runtime: Runtime): Promise<void> {
  while (runtime.scheduler.armed > 0 || runtime.executor.queued > 0) await turn();
}

test('what a wake leaves for a later slice still waits, and its response wins', async () => {
  const runtime = createRuntime({ grace: 0 });
  const operations: Operation[] = [];
  const answered: boolean[] = [];
  const recordTimeout = ({ data }: { data: number }) => {
    if (data !== 0) return;
    answered.push(operations.at(1)?.respond('same slice') as boolean);
    answered.push(operations.at(-1)?.respond('later slice') as boolean);
  };
  for (let index = 0; index < MANY; index++) operations.push(new TimedOperation(runtime, { recordTimeout }, index));
  // One instant for all: the first to be armed takes so long that a limit of its own could come due a wake before the others'.
  const deadline = Deadline.after(20, runtime.clock);
  for (const operation of operations) {
    operation.submit(() => {});
    operation.arm(deadline);
  }
  await untilDecided(runtime);
  expect(answered).toEqual([false, true]);
  expect(operations.at(-1)?.value).toBe('later slice');
  expect(operations.filter(({ outcome }) => outcome === 'timedOut')).toHaveLength(MANY - 1);
});

test('slow, throwing and re-entrant hooks leave no other operation undecided, and none is decided twice', async () => {
  const decided: number[] = [];
  const errors: unknown[] = [];
  const runtime = createRuntime({
    grace: 0,
    observer: {
      decide: (operation) => void decided.push((operation as Operation).data),
      hookError: (error) => void errors.push(error),
    },
  });
  const operations: Operation[] = [];
  const completed: number[] = [];
  const hooks = {
    recordTimeout: ({ data }: { data: number }) => {
      operations[(data * 7) % MANY]?.cancel('re-entrant');
      operations[(data * 13) % MANY]?.fail('re-entrant');
      if (data % 100 === 0) throw new Error(`${data}`);
    },
    complete: ({ data }: { data: number }) => void completed.push(data),
  };
  for (let index = 0; index < MANY; index++) operations.push(new TimedOperation(runtime, hooks, index));
  for (const operation of operations) {
    operation.submit(() => {});
    operation.arm(10 + (operation.data % 3));
  }
  await untilDecided(runtime);
  expect(decided.toSorted((a, b) => a - b)).toEqual(operations.map((_, index) => index));
  expect(completed.toSorted((a, b) => a - b)).toEqual(operations.map((_, index) => index));
  const recorded = operations.filter(({ data, outcome }) => outcome === 'timedOut' && data % 100 === 0);
  expect(errors).toHaveLength(recorded.length);
});
