import { isTimeoutError, timed } from 'timed-operation';
import { exploreAsync } from 'timed-operation/testing';
import { never, rejection, sleep } from './checks.js';
import { ANSWER_MS, falseTimeouts } from './false-timeouts.js';
import { twoGets } from './line-client.js';
import { otherThread } from './other-thread.js';

const TRIALS = 20;

/** What differs from host to host, measured: for docs/reference/runtimes.md. */
export async function factsOf({ server, askBySocket }) {
  const thread = await otherThread();
  const byThread = () => thread.ask(ANSWER_MS);
  const byFetch = async () => (await fetch(`${server}/answer?after=${ANSWER_MS}`)).json();
  const facts = {
    'next turn': typeof setImmediate === 'function' ? 'setImmediate' : 'MessageChannel',
    'clock step, ms': clockStep(),
    'host timers, ms early at most': await earliest(),
    'async frames in a timeout': await asyncFrames(),
    'Symbol.dispose': typeof Symbol.dispose,
    'runs of exploreAsync a second': await explored(),
    'false timeouts, thread': await withAndWithout(byThread),
    'false timeouts, fetch': await withAndWithout(byFetch),
    'false timeouts, socket': askBySocket ? await withAndWithout(() => askBySocket(server, ANSWER_MS)) : '-',
  };
  thread.end();
  return facts;
}

/** The smallest step that the clock makes. */
function clockStep() {
  let least = 1;
  for (let step = 0; step < 2_000; step++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return Number(least.toPrecision(2));
}

async function earliest() {
  let early = 0;
  for (let round = 0; round < 5; round++) {
    const timers = Array.from({ length: 200 }, async (_, index) => {
      const start = performance.now();
      await sleep(1 + (index % 20));
      early = Math.max(early, 1 + (index % 20) - (performance.now() - start));
    });
    await Promise.all(timers);
  }
  return Number(early.toFixed(2));
}

async function asyncFrames() {
  async function caller() {
    await timed(never, 5);
  }
  const error = await rejection(caller());
  return isTimeoutError(error) && /caller/.test(error.stack) ? 'yes' : 'no';
}

async function explored() {
  const { schedulesPerSecond } = await exploreAsync(twoGets('careful'), { strategy: { random: 500 } });
  return schedulesPerSecond;
}

async function withAndWithout(ask) {
  const without = await falseTimeouts(ask, { wanted: TRIALS, grace: 0 });
  return `${await falseTimeouts(ask, { wanted: TRIALS })} of ${TRIALS} (${without} without grace)`;
}
