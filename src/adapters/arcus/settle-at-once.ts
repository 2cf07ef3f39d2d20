import { failWithStack } from '../fail-with-stack.ts';
import type { ArcusResponse } from './protocol/response.ts';
import type { RequestOperation } from './request.ts';

/** Ends an operation whose value takes no code of anybody to make. Returns whether it won. */
export function settleAtOnce(operation: RequestOperation, response: ArcusResponse): boolean {
  let value: unknown;
  try {
    value = operation.data.settle(response, operation.data);
  } catch (error) {
    return failWithStack(operation, () => error as Error);
  }
  return operation.respond(value);
}
