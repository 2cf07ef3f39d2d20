import { TimedOperation, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { expect, it, vi } from 'vitest';

it('leaving the scope of `await using` cancels an operation, and its promise is no unhandled rejection', async () => {
  const runtime = new ManualRuntime();
  const cancelOperation = vi.fn();
  const outcomes: unknown[] = [];
  const scope = async (): Promise<void> => {
    await using operation = new TimedOperation(runtime, { cancelOperation }, undefined);
    operation.submit(() => {});
    operation.arm(50);
    void operation.promise();
    outcomes.push(operation);
  };
  await scope();
  await runtime.settle();
  expect(outcomes[0]).toMatchObject({ outcome: 'cancelled', cancelSource: 'caller' });
  expect(cancelOperation).toHaveBeenCalledTimes(1);
  expect(runtime).toMatchObject({ armed: 0, undecided: 0 });
});

it('leaving the scope changes nothing for an operation that is decided', async () => {
  const runtime = new ManualRuntime();
  const operation = new TimedOperation<number>(runtime, {}, undefined);
  {
    using scoped = operation;
    scoped.submit((each) => each.respond(5));
  }
  expect(operation).toMatchObject({ outcome: 'fulfilled', value: 5 });
});

it('a call of timed is given up with the scope of its operation', async () => {
  const runtime = new ManualRuntime();
  let signal: AbortSignal | undefined;
  {
    using operation = timed(
      (context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
      { timeout: 50, runtime },
    ).operation;
    expect(operation.state).toBe('WAITING_RESPONSE');
  }
  expect(signal?.aborted).toBe(true);
  await runtime.settle();
  expect(runtime.armed).toBe(0);
});

it('the promise is native: its dispose symbols, and what `then` makes of it, are not the operation', async () => {
  const runtime = new ManualRuntime();
  const call = timed(() => new Promise(() => {}), { timeout: 5, runtime });
  expect([Symbol.dispose in call, Symbol.asyncDispose in call]).toEqual([false, false]);
  const then = call.then(() => {});
  expect(['cancel' in then, 'operation' in then]).toEqual([false, false]);
  call.cancel();
  await runtime.run(then.catch(() => {}));
});
