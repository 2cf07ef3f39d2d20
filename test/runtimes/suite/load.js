import { createRuntime, runtimeStats, timed } from 'timed-operation';
import { never, ok, rejection, same, sleep } from './checks.js';

const LIMITS = 2_000;
const BURST = 10_000;

/** What must hold however many there are. */
export const load = {
  [`never early: ${LIMITS.toLocaleString('en')} limits with fractions of a millisecond`]: async () => {
    let earliest = Number.POSITIVE_INFINITY;
    let seed = 1;
    for (let round = 0; round < 10; round++) {
      const calls = Array.from({ length: LIMITS / 10 }, async () => {
        seed = (seed * 16_807) % 2_147_483_647;
        const limit = 0.1 + (seed % 400) / 10 + 0.037;
        const start = performance.now();
        await rejection(timed(never, limit));
        earliest = Math.min(earliest, performance.now() - start - limit);
      });
      await Promise.all(calls);
    }
    ok(earliest >= 0, `one came ${-earliest} ms early`);
  },

  [`a burst of ${BURST.toLocaleString('en')} timeouts: each decided once, and timers get their turn in between`]:
    async () => {
      const runtime = createRuntime();
      let turns = 0;
      const turning = setInterval(() => turns++, 1);
      const calls = Array.from({ length: BURST }, () => rejection(timed(never, { timeout: 20, runtime })));
      const errors = await Promise.all(calls);
      clearInterval(turning);
      ok(
        errors.every(({ code }) => code === 'ERR_TIMED_OUT'),
        'another error',
      );
      const { decided, waiting, queued } = runtimeStats(runtime);
      same([decided.timedOut, waiting, queued], [BURST, 0, 0]);
      ok(turns > 0, 'no timer ran meanwhile');
    },

  'a signal holds one listener however many calls there are, and none in the end': async () => {
    const { signal } = new AbortController();
    let held = 0;
    let most = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...listener) => {
      most = Math.max(most, ++held);
      addEventListener.apply(signal, listener);
    };
    signal.removeEventListener = (...listener) => {
      held--;
      removeEventListener.apply(signal, listener);
    };
    await Promise.all(Array.from({ length: 1_000 }, () => timed(async () => 1, { timeout: 60_000, signal })));
    for (let turn = 0; held > 0 && turn < 100; turn++) await sleep(1);
    same([most, held], [1, 0]);
  },

  'a hook that throws stops nothing, and the observer hears of it': async () => {
    const heard = [];
    const runtime = createRuntime({ observer: { hookError: (error) => heard.push(error) } });
    const failure = new Error('thrown by a hook');
    const onTimeout = () => {
      throw failure;
    };
    same((await rejection(timed(never, { timeout: 5, onTimeout, runtime }))).code, 'ERR_TIMED_OUT');
    await sleep(0);
    ok(heard.length === 1 && heard[0] === failure, `heard ${heard.length}`);
  },

  'a timeout that nobody handles is told once, and one that is handled never': async () => {
    const told = [];
    const stop = listen((reason) => told.push(reason.limitMs));
    timed(never, 7);
    await rejection(timed(never, 8));
    timed(never, 9).catch(() => {});
    await rejection(timed(never, 10));
    for (let turn = 0; told.length === 0 && turn < 2_000; turn++) await sleep(1);
    await sleep(20);
    stop();
    same(told, [7]);
  },
};

function listen(hear) {
  const { process } = globalThis;
  if (typeof process?.on === 'function') {
    process.on('unhandledRejection', hear);
    return () => process.off('unhandledRejection', hear);
  }
  const onEvent = (event) => {
    event.preventDefault();
    hear(event.reason);
  };
  globalThis.addEventListener('unhandledrejection', onEvent);
  return () => globalThis.removeEventListener('unhandledrejection', onEvent);
}
