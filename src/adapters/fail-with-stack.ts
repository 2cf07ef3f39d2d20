import { withoutStack } from '../core/errors.ts';
import { NEEDS_STACK } from '../core/operation-flags.ts';
import type { TimedOperation } from '../core/timed-operation.ts';

/**
 * Fails an operation by an error that is made for it alone: its stack is that of whoever awaits the operation, which says more than the
 * socket's event that brought the failure. Nothing is paid for it until an operation fails.
 * @returns whether it won
 */
export function failWithStack<Response, Value, Data>(
  operation: TimedOperation<Response, Value, Data>,
  make: () => Error,
): boolean {
  // Only where it is going to win: the stack of what decided it otherwise is somebody else's.
  if (operation.outcome === undefined) operation.flags |= NEEDS_STACK;
  return operation.fail(withoutStack(make));
}
