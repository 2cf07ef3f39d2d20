import type { OperationView } from './observer.ts';
import type { Runtime } from './runtime.ts';

interface ErrorSinks {
  reportError?(error: unknown): void;
  console?: { error(...data: unknown[]): void };
}

/** Where an operation belongs whose hook threw. */
type Watched = OperationView & { readonly runtime: Runtime };

/**
 * Where an error goes that nobody is waiting for: to the observer of the operation whose hook threw, if that listens for those; else
 * the platform's `reportError` where there is one, the console elsewhere. Never thrown: a hook cannot break the operation it watches.
 */
export function reportError(error: unknown, operation?: Watched): void {
  const sinks = globalThis as unknown as ErrorSinks;
  const observer = operation?.runtime.observer;
  try {
    if (operation && observer?.hookError) observer.hookError(error, operation);
    else if (sinks.reportError) sinks.reportError(error);
    else sinks.console?.error('timed-operation: a hook threw', error);
  } catch (thrown) {
    // If the platform's sink itself threw, there is nobody left to tell.
    if (!operation) return;
    reportError(error);
    reportError(thrown);
  }
}

/** Runs all tasks of a list, and empties it. */
export function runAll(tasks: (() => void)[]): void {
  for (const task of tasks.splice(0)) runReported(task);
}

/** Runs a task whose failure must stop nothing that comes after it: what it throws is reported. */
export function runReported(task: () => void, operation?: Watched): void {
  try {
    task();
  } catch (error) {
    reportError(error, operation);
  }
}
