import { instantAfter } from '../../core/deadline.ts';
import { UNDER_DEADLINE } from '../../core/operation-flags.ts';
import type { OperationHooks } from '../../core/operation-hooks.ts';
import { arm } from '../../core/operation-limit.ts';
import type { Runtime } from '../../core/runtime.ts';
import { TimedOperation } from '../../core/timed-operation.ts';
import type { Header } from './header.ts';
import type { ServedMethod } from './registry.ts';
import type { RequestLoop } from './request-loop.ts';

/** A request that was read and is not answered. */
export interface RunningRequest {
  readonly loop: RequestLoop;
  readonly header: Header;
  readonly method: ServedMethod;
  /** Bytes of its arguments. */
  readonly bytes: number;
  /** When it was read: ms of the runtime's clock. */
  readonly startedAt: number;
}

/** A handler against its time. It is the handler's context, too. */
export type HandleOperation = TimedOperation<unknown, unknown, RunningRequest>;

const HOOKS: OperationHooks<unknown, unknown, RunningRequest> = {
  /** Its work's signal has been aborted; whether it listens or not, its answer is decided. */
  cancelOperation(operation) {
    operation.data.loop.abandon();
    operation.data.loop.answer(operation);
  },
};

/** Runs the handler of a request, for `limitMs` at most; the answer goes out when it is decided. */
export function startHandler(
  runtime: Runtime,
  request: RunningRequest,
  args: unknown,
  limitMs: number,
): HandleOperation {
  const { loop, startedAt } = request;
  const operation: HandleOperation = new TimedOperation(runtime, HOOKS, request, {
    name: request.header.ServiceMethod,
  });
  loop.started(operation);
  if (limitMs < Number.POSITIVE_INFINITY) {
    // As a deadline, which a handler cannot move.
    operation.flags |= UNDER_DEADLINE;
    operation.limitMs = limitMs;
    operation.at = instantAfter(startedAt, limitMs);
    if (operation.at <= startedAt && operation.expire(startedAt)) {
      operation.afterDecision();
      loop.answer(operation);
      return operation;
    }
  }
  if (operation.submit(callHandler(args))) arm(operation, operation.at);
  else if (operation.outcome === 'fulfilled' || operation.outcome === 'failed') loop.answer(operation);
  return operation;
}

const settled = Promise.resolve();

function callHandler(args: unknown): (operation: HandleOperation) => void {
  return (operation) => {
    const { loop, method } = operation.data;
    const late = () => loop.lateEnd(operation);
    let result: PromiseLike<unknown> | undefined | null;
    try {
      result = method.handler(args, operation) as typeof result;
    } catch (error) {
      // It may have found out itself that its time is up; then its request is decided, but not yet answered.
      if (!operation.fail(error)) settled.then(late);
      return;
    }
    if (typeof result?.then !== 'function') {
      if (!operation.respond(result)) settled.then(late);
      return;
    }
    Promise.resolve(result).then(
      (value) => (operation.respond(value) ? loop.answer(operation) : late()),
      (error) => (operation.fail(error) ? loop.answer(operation) : late()),
    );
  };
}
