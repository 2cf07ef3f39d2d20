import type { Runtime } from './runtime.ts';
import { TimedOperation } from './timed-operation.ts';

/** A task that waits for its time. */
export interface Waiting {
  /** Drops the task. Returns whether it was still waiting. */
  cancel(): boolean;
}

const hooks = {
  complete(operation: TimedOperation<unknown, unknown, () => void>): void {
    if (operation.outcome === 'timedOut') operation.data();
  },
};

/**
 * Runs `task` on the executor when `ms` milliseconds have passed: for back-off, heartbeats and drains, on the one scheduler that all
 * operations share. What it throws is reported.
 * @param options.ref whether it keeps the process alive; true by default.
 * @throws TypeError when `ms` is not a number of milliseconds.
 */
export function after(
  runtime: Runtime,
  ms: number,
  task: () => void,
  options?: { readonly ref?: boolean | undefined },
): Waiting {
  const { clock, scheduler, executor } = runtime;
  // It is an operation, since the scheduler holds nothing else; but none that an observer wants to hear of.
  const quiet: Runtime = { clock, scheduler, executor, observer: undefined };
  const operation = new TimedOperation<unknown, unknown, () => void>(quiet, hooks, task, options);
  operation.submit(() => {});
  operation.arm(ms);
  return operation;
}
