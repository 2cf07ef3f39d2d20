import { timed } from 'timed-operation';
import { blockUntil, never, rejection, same, sleep } from './checks.js';
import { ANSWER_MS, falseTimeouts } from './false-timeouts.js';
import { otherThread } from './other-thread.js';

/** What the grace is for: an answer that was there before the limit wins, however late this thread looks. */
export const grace = {
  'a message that another thread sent in time wins over a limit that passed while this one was blocked': async () => {
    const thread = await otherThread();
    try {
      same(await falseTimeouts(() => thread.ask(ANSWER_MS)), 0);
    } finally {
      thread.end();
    }
  },

  'so does a body that was sent in time, through fetch': async ({ server }) => {
    const ask = async () => (await fetch(`${server}/answer?after=${ANSWER_MS}`)).json();
    await ask();
    same(await falseTimeouts(ask), 0);
  },

  'without an answer it is a timeout all the same': async () => {
    const call = timed(never, 60);
    await sleep(5);
    blockUntil(performance.now() + 150);
    same((await rejection(call)).code, 'ERR_TIMED_OUT');
  },
};
