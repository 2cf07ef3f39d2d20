import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createRuntime, isCancelledError, isTimeoutError, type LateOutcome, timed } from 'timed-operation';
import { describe, expect, it, vi } from 'vitest';
import { runScript } from '../run-script.ts';
import { hold, never, reasonOf } from './reason-of.ts';

it('D35: the work is aborted at the limit, and the reason of its signal is the very timeout error', async () => {
  let signal: AbortSignal | undefined;
  const error = await reasonOf(
    timed((context) => {
      signal = context.signal;
      return never();
    }, 10),
  );
  expect(signal?.aborted).toBe(true);
  expect(signal?.reason).toBe(error);
  expect(isTimeoutError(error)).toBe(true);
});

it('D37: an inner timeout that is caught leaves the outer call alone', async () => {
  const outer = timed(async (context) => {
    const error = await reasonOf(timed(never, { timeout: 20, within: context }));
    expect(isTimeoutError(error)).toBe(true);
    expect(context.signal.aborted).toBe(false);
    context.throwIfExpired();
    return 'went on';
  }, 5_000);
  expect(await outer).toBe('went on');
});

describe('D40: a resource that comes after the timeout', () => {
  it('is disposed of, exactly once, and only when that was asked for', async () => {
    const dispose = vi.fn(async () => {});
    for (const disposeLate of [true, false]) {
      const resource = hold<AsyncDisposable>();
      const call = timed(() => resource.promise, { timeout: 10, disposeLate });
      expect(isTimeoutError(await reasonOf(call))).toBe(true);
      expect(dispose).toHaveBeenCalledTimes(disposeLate ? 0 : 1);
      resource.resolve({ [Symbol.asyncDispose]: dispose });
      await call.operation.finished;
      await nextTurn();
    }
    expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('of a pool leaves no socket open: each late connection is closed by onLate', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const handshake = hold<void>();
    const open = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      await handshake.promise;
      return socket;
    };
    const closed: unknown[] = [];
    const calls = Array.from({ length: 10 }, () =>
      timed(open, {
        timeout: 10,
        onLate: (outcome) => {
          if (outcome.status === 'fulfilled') closed.push((outcome.value as Socket).destroy());
        },
      }),
    );
    for (const call of calls) expect(isTimeoutError(await reasonOf(call))).toBe(true);
    handshake.resolve();
    await Promise.all(calls.map((call) => call.operation.finished));
    await nextTurn();
    expect(closed).toHaveLength(10);
    // Ends only when no connection is left.
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('D41: a work that fails after the timeout', () => {
  it('is told to the hook and to the observer, once each', async () => {
    const late: LateOutcome[] = [];
    const observed: LateOutcome[] = [];
    const runtime = createRuntime({ observer: { late: (_, outcome) => observed.push(outcome) } });
    const work = hold<never>();
    const call = timed(() => work.promise, { timeout: 5, runtime, onLate: (outcome) => late.push(outcome) });
    expect(isTimeoutError(await reasonOf(call))).toBe(true);
    work.reject(new Error('too late'));
    await call.operation.finished;
    await nextTurn();
    expect(late).toMatchObject([{ status: 'rejected', reason: { message: 'too late' } }]);
    expect(observed).toEqual(late);
  });

  it('crashes nothing when nobody listens', async () => {
    const { code, stdout } = await runScript(`
      import { timed } from 'timed-operation';
      let fail;
      const work = () => new Promise((_, reject) => { fail = reject; });
      console.log(await timed(work, 5).catch((error) => error.code));
      fail(new Error('too late'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    `);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ERR_TIMED_OUT\n' });
  });
});

it('D42: a cancelled call is settled once, and its limit is gone', async () => {
  const runtime = createRuntime();
  const onTimeout = vi.fn();
  const call = timed(never, { timeout: 50, runtime, onTimeout });
  const settled = vi.fn();
  call.then(settled, settled);
  expect(call.cancel('enough')).toBe(true);
  expect(runtime.scheduler.armed).toBe(0);
  await wait(80);
  expect(settled).toHaveBeenCalledTimes(1);
  expect(isCancelledError(settled.mock.calls[0]?.[0])).toBe(true);
  expect(onTimeout).not.toHaveBeenCalled();
  expect(call.cancel()).toBe(false);
});

it('D45: with a signal that is aborted already the work is not started, and the reason is the signal’s', async () => {
  const work = vi.fn();
  const reason = new Error('left the page');
  expect(await reasonOf(timed(work, { timeout: 1_000, signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(work).not.toHaveBeenCalled();
});
