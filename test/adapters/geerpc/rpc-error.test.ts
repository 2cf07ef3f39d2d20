import { dial, RpcError } from 'timed-operation/geerpc';
import { afterEach, describe, expect, test } from 'vitest';
import { outcomeOf, type Served, serve } from './support/served.ts';

let served: Served;

afterEach(async () => {
  await served.runtime.run(served.client.close());
  await served.runtime.run(served.server.close());
});

describe('the error of a call says which', () => {
  test('when the server answered with it: the message is its text, unchanged', async () => {
    served = await serve();
    const error = await failure(served.client.call('Err.Fail', 'no such user'));
    expect(error).toMatchObject({ code: 'ERR_GEERPC_REMOTE', method: 'Err.Fail', message: 'no such user' });
  });

  test('when its argument cannot be encoded, or its response not be decoded', async () => {
    served = await serve();
    expect(await failure(served.client.call('Foo.Sum', { Num1: '1', Num2: 2 }))).toMatchObject({
      code: 'ERR_GEERPC_ENCODE',
      method: 'Foo.Sum',
    });
    expect(await failure(served.client.call('Big.BadReply', 1))).toBeInstanceOf(RpcError);
  });

  test('when too many wait, and when the client is closed', async () => {
    served = await serve({ maxQueued: 1 });
    const { client } = served;
    served.ends.client.blocked = true;
    const outcomes = Array.from({ length: 3 }, () => outcomeOf(client.call('Foo.Sum', { Num1: 1, Num2: 2 })));
    await served.runtime.settle();
    expect(outcomes.at(-1)?.error).toMatchObject({ code: 'ERR_GEERPC_BUSY', method: 'Foo.Sum' });
    await served.runtime.run(client.close());
    expect(await failure(client.call('Foo.Sleep', 1))).toMatchObject({
      code: 'ERR_GEERPC_SHUTDOWN',
      method: 'Foo.Sleep',
    });
  });
});

describe('the stack of an error leads to the caller', () => {
  test('of a call, when the server answered with it', async () => {
    served = await serve();
    async function myOwnCode() {
      await served.client.call('Err.Fail', 'no');
    }
    const error = await failure(myOwnCode());
    expect(error).toMatchObject({ code: 'ERR_GEERPC_REMOTE' });
    expect(error.stack).toMatch(/^RpcError: no\n(.*\n)*.*at (async )?myOwnCode/);
  });

  test('of a dial, when nobody listens', async () => {
    served = await serve();
    async function myOwnCode() {
      await dial('tcp@127.0.0.1:1');
    }
    const error = await myOwnCode().catch((reason) => reason);
    expect(error).toMatchObject({
      code: 'ERR_GEERPC_CONNECT',
      message: 'dial tcp 127.0.0.1:1: connect: connection refused',
    });
    expect(error.stack).toMatch(/at (async )?myOwnCode/);
  });

  test('is not put on the reason of a signal that decided the call', async () => {
    served = await serve();
    const controller = new AbortController();
    const reason = new Error('mine');
    const { stack } = reason;
    const outcome = outcomeOf(served.client.call('Err.Fail', 'no', { signal: controller.signal }));
    controller.abort(reason);
    await served.runtime.settle();
    expect(outcome.error).toBe(reason);
    expect(reason.stack).toBe(stack);
  });
});

async function failure(call: Promise<unknown>): Promise<RpcError> {
  const outcome = outcomeOf(call);
  await served.runtime.settle();
  return outcome.error as RpcError;
}
