import { Deadline, isCancelledError, isTimeoutError, TimeoutError, timed } from 'timed-operation';
import { never, ok, rejection, same, sleep } from './checks.js';

/** A call with one limit, and each way it can end. */
export const core = {
  'a value in time is handed on, and the outcome says so': async () => {
    const call = timed(async () => 'answer', 60_000);
    same([await call, call.operation.outcome, call.operation.state], ['answer', 'fulfilled', 'DECIDED']);
  },

  'a promise does as well as a function': async () => {
    same(await timed(sleep(1, 'answer'), 60_000), 'answer');
  },

  'a limit that passes rejects with an error that says which, how long and how late': async () => {
    const call = timed(never, { timeout: 15, name: 'lookup' });
    const error = await rejection(call);
    ok(isTimeoutError(error) && error instanceof TimeoutError, `no TimeoutError: ${error}`);
    same([error.code, error.kind, error.limitMs, error.operation], ['ERR_TIMED_OUT', 'timeout', 15, 'lookup']);
    ok(error.elapsedMs >= 15 && error.lateByMs >= 0, `elapsed ${error.elapsedMs}, late by ${error.lateByMs}`);
    same(call.operation.outcome, 'timedOut');
  },

  "the work's failure is handed on, a synchronous one too": async () => {
    const failure = new RangeError('no');
    const rejecting = timed(() => Promise.reject(failure), 60_000);
    const throwing = timed(() => {
      throw failure;
    }, 60_000);
    ok((await rejection(rejecting)) === failure, 'another error than the work rejected with');
    ok((await rejection(throwing)) === failure, 'another error than the work threw');
  },

  'a cancel wins while it waits, and is refused afterwards': async () => {
    const call = timed(never, 60_000);
    same([call.cancel('enough'), call.cancel('again')], [true, false]);
    const error = await rejection(call);
    same([isCancelledError(error), error.code, error.cause, error.source], [true, 'ERR_CANCELLED', 'enough', 'caller']);
  },

  "a caller's abort rejects with the signal's own reason": async () => {
    const controller = new AbortController();
    const call = timed(never, { timeout: 60_000, signal: controller.signal });
    const reason = new Error('the user left');
    controller.abort(reason);
    ok((await rejection(call)) === reason, 'another reason');
    same([call.operation.outcome, call.operation.cancelSource], ['cancelled', 'signal']);
  },

  'a signal that has aborted, and a limit that is spent, start no work': async () => {
    let started = 0;
    const work = () => ++started;
    await rejection(timed(work, { signal: AbortSignal.abort() }));
    await rejection(timed(work, 0));
    same(started, 0);
  },

  "the work's signal aborts with the very error of the timeout, and never after a success": async () => {
    let signal;
    const call = timed((context) => {
      signal = context.signal;
      return never();
    }, 10);
    const error = await rejection(call);
    ok(signal.aborted && signal.reason === error, "the signal's reason is not the error");
    await timed((context) => {
      signal = context.signal;
    }, 10);
    await sleep(20);
    ok(!signal.aborted, 'aborted after a success');
  },

  'a fallback stands in for the timeout, whose outcome stays': async () => {
    const order = [];
    const call = timed(
      ({ signal }) => {
        signal.addEventListener('abort', () => order.push('abort'));
        return never();
      },
      { timeout: 10, onTimeout: () => order.push('onTimeout'), fallback: (error) => `instead of ${error.limitMs}` },
    );
    same([await call, call.operation.outcome], ['instead of 10', 'timedOut']);
    same(order, ['abort', 'onTimeout']);
  },

  'an outcome that comes too late is told once, and its value disposed of': async () => {
    const late = [];
    let disposed = 0;
    const value = { [Symbol.dispose]: () => disposed++ };
    let answer;
    const work = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const call = timed(work, { timeout: 10, onLate: (each) => late.push(each), disposeLate: true });
    await rejection(call);
    answer(value);
    await call.operation.finished;
    await sleep(0);
    same([late.length, late[0].stage, late[0].status, late[0].value === value], [1, 'response', 'fulfilled', true]);
    same(disposed, 1);
  },

  'decoding is outside the limit': async () => {
    const decode = async (text) => {
      await sleep(40);
      return text.length;
    };
    same(await timed(async () => 'four', { timeout: 20, decode }), 4);
  },

  'progress holds an idle limit off, and silence does not': async () => {
    const busy = timed(
      async (context) => {
        for (let step = 0; step < 5; step++) {
          await sleep(1);
          context.progress();
        }
        return 'done';
      },
      { idle: 20_000 },
    );
    same(await busy, 'done');
    same((await rejection(timed(never, { idle: 10 }))).kind, 'idle');
  },

  "an outer call's limit holds inside": async () => {
    const outer = timed((context) => timed(never, { timeout: 60_000, within: context }), 15);
    const error = await rejection(outer);
    ok(error === outer.operation.reason, "not the outer call's own error");
  },

  'a deadline is shared, and earlier than any timeout': async () => {
    const deadline = Deadline.after(12);
    const errors = await Promise.all([5_000, 60_000].map((timeout) => rejection(timed(never, { timeout, deadline }))));
    same(
      errors.map(({ kind }) => kind),
      ['deadline', 'deadline'],
    );
  },

  'no number, a negative one and NaN are a TypeError that names the option': async () => {
    for (const timeout of [Number.NaN, -1, '5']) {
      const error = await rejection(timed(never, { timeout }));
      ok(error instanceof TypeError && error.message.includes('timeout'), String(error));
    }
  },

  'a timeout names itself in its stack, and its async callers but in JavaScriptCore': async () => {
    async function caller() {
      await timed(never, { timeout: 5, name: 'lookup' });
    }
    const { stack } = await rejection(caller());
    ok(stack.includes('lookup') || 'Bun' in globalThis, stack);
    same(/\bcaller\b/.test(stack), !('Bun' in globalThis));
  },

  'beyond 2^31 ms, and without an end, it really waits': async () => {
    for (const timeout of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const call = timed(never, timeout);
      await sleep(5);
      same(call.operation.outcome, undefined);
      call.cancel();
      await rejection(call);
    }
  },
};
