import type { OperationView } from './observer.ts';
import type { Runtime } from './runtime.ts';

interface ErrorSinks {
  reportError?(error: unknown): void;
  console?: { error(...data: unknown[]): void };
}

/**
 * Where an error goes that nobody is waiting for: the platform's `reportError` where there is one, the console elsewhere. Never thrown:
 * it came from a hook, and a hook cannot break the operation it watches.
 */
export function reportError(error: unknown): void {
  const sinks = globalThis as unknown as ErrorSinks;
  try {
    if (typeof sinks.reportError === 'function') sinks.reportError(error);
    else sinks.console?.error('timed-operation: a hook threw', error);
  } catch {
    // The sink itself threw: there is nobody left to tell.
  }
}

/** Runs a task whose failure must stop nothing that comes after it: what it throws is reported. */
export function runReported(task: () => void): void {
  try {
    task();
  } catch (error) {
    reportError(error);
  }
}

/** An error thrown by a hook of `operation`: to the observer if it listens for those, else to {@link reportError}. */
export function reportHookError(error: unknown, operation: OperationView & { readonly runtime: Runtime }): void {
  const { observer } = operation.runtime;
  try {
    if (observer?.hookError === undefined) reportError(error);
    else observer.hookError(error, operation);
  } catch (thrown) {
    reportError(error);
    reportError(thrown);
  }
}
