/**
 * Whether a timer function of the host is a test's fake. Sinon, and what is built on it, leaves its clock on what it puts in; node:test
 * puts in private methods of its own, bound.
 */
export function isFaked(timer: unknown): boolean {
  return typeof timer === 'function' && ('clock' in timer || timer.name.startsWith('bound #'));
}
