/** What a check says, in which no microtasks run, of a probe that needs them: its client is not to blame. */
export const ASYNC_PROBE = 'async-probe';

/** @param instead the form of the check in which they run. */
export function asyncProbeMessage(how: string, instead: string): string {
  return `this probe is async: use \`${instead}\` (${how}, and here no microtasks run)`;
}

/** Whether `value` is what an async function gives; what `timed` and the adapters give can be looked at without waiting. */
export function isPlainPromise(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as { then?: unknown }).then === 'function' && !('operation' in value);
}
