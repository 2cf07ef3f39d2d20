import { type LateOutcome, timed } from 'timed-operation';
import { describe, expect, test } from 'vitest';
import { runScript } from '../run-script.ts';

const pending = () => new Promise<never>(() => {});

test('listeners on the work’s signal that throw are the platform’s affair; the decision and the hooks stand', async () => {
  const { code, stdout } = await runScript(`
    import { timed } from 'timed-operation';
    const uncaught = [];
    process.on('uncaughtException', (error) => uncaught.push(error.message));
    const order = [];
    const work = ({ signal }) => {
      signal.addEventListener('abort', () => { order.push('first'); throw new Error('listener'); });
      signal.addEventListener('abort', () => order.push('second'));
      return new Promise(() => {});
    };
    const show = (error) => order.push(error.code ?? error);
    await timed(work, { timeout: 5, onTimeout: () => order.push('onTimeout') }).catch(show);
    const call = timed(work, 60_000);
    order.push(call.cancel());
    await call.catch(show);
    const controller = new AbortController();
    const others = [timed(work, { signal: controller.signal }), timed(work, { signal: controller.signal })];
    controller.abort('aborted');
    for (const other of others) await other.catch(show);
    await new Promise((resolve) => setImmediate(resolve));
    console.log(JSON.stringify({ order, uncaught }));
  `);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    order: [
      ...['first', 'second', 'onTimeout', 'ERR_TIMED_OUT'],
      ...['first', 'second', true, 'ERR_CANCELLED'],
      ...['first', 'second', 'first', 'second', 'aborted', 'aborted'],
    ],
    uncaught: Array(4).fill('listener'),
  });
});

describe('re-entrant abort listeners', () => {
  const reentrant = (act: (call: ReturnType<typeof timed>, results: unknown[]) => void) => {
    const results: unknown[] = [];
    const late: LateOutcome[] = [];
    let call!: ReturnType<typeof timed>;
    const options = { onLate: (outcome: LateOutcome) => late.push(outcome) };
    const start = (more: object) => {
      call = timed(
        (context) => {
          context.signal.addEventListener('abort', () => {
            results.push(context.extend(1000), context.remaining() >= 0);
            try {
              context.throwIfExpired();
            } catch (error) {
              results.push(error);
            }
            act(call, results);
          });
          return pending();
        },
        { ...options, ...more },
      );
      call.catch(() => {});
      return call;
    };
    return { start, results, late };
  };

  test.each(['timeout', 'cancel', 'external abort'])(
    'after a %s find the decision made, whatever they do',
    async (by) => {
      const controller = new AbortController();
      const { start, results } = reentrant((call, seen) => {
        seen.push(call.cancel('again'), call.operation.outcome, call.operation.reason);
        controller.abort('again');
      });
      const call = start(by === 'timeout' ? { timeout: 5, signal: controller.signal } : { signal: controller.signal });
      if (by === 'cancel') call.cancel('reason');
      if (by === 'external abort') controller.abort('outside');
      const reason = await call.catch((thrown) => thrown);
      const outcome = by === 'timeout' ? 'timedOut' : 'cancelled';
      expect(results).toEqual([false, true, reason, false, outcome, reason]);
    },
  );

  test('may cancel others on the same signal, start new calls and await them', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const started: Promise<unknown>[] = [];
    const calls: ReturnType<typeof timed>[] = [];
    const work = ({ signal: own }: { signal: AbortSignal }) => {
      own.addEventListener('abort', () => {
        for (const call of calls) expect(call.cancel('from a listener')).toBe(false);
        started.push(
          timed(async () => 'new', { timeout: 60_000 }),
          timed(pending, { signal }).catch((thrown) => thrown),
        );
      });
      return pending();
    };
    calls.push(timed(work, { signal }), timed(work, { signal }));
    controller.abort('outside');
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: 'outside' }));
    await expect(Promise.all(started)).resolves.toEqual(['new', 'outside', 'new', 'outside']);
  });
});
