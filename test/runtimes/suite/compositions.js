import {
  after,
  defaultRuntime,
  earlierErrors,
  hedge,
  isTimeoutError,
  retry,
  timedAll,
  timedIterable,
} from 'timed-operation';
import { never, ok, rejection, same, sleep } from './checks.js';

async function* numbers(count, pauseMs) {
  for (let number = 1; number <= count; number++) {
    await sleep(pauseMs);
    yield number;
  }
}

async function* silence() {
  yield await never();
}

/** What is built on a call: several of them, and iterations. */
export const compositions = {
  'retry tries again, and keeps the errors of the attempts before': async () => {
    const failing = (_context, attempt) => Promise.reject(new Error(`attempt ${attempt}`));
    const error = await rejection(retry(failing, { attempts: 3, backoff: 1, timeout: 60_000 }));
    same(
      [error.message, earlierErrors(error).map(({ message }) => message)],
      ['attempt 3', ['attempt 1', 'attempt 2']],
    );
    const second = (_context, attempt) => (attempt === 1 ? Promise.reject(new Error('no')) : 'second');
    same(await retry(second, { backoff: 1, timeout: 60_000 }), 'second');
  },

  'retry ends at the limit of the whole': async () => {
    const error = await rejection(retry(never, { attempts: Number.POSITIVE_INFINITY, timeout: 30 }));
    same([isTimeoutError(error), error.limitMs], [true, 30]);
  },

  'hedge asks again, takes the first answer and cancels the loser': async () => {
    const aborted = [];
    const work = ({ signal }, attempt) => {
      signal.addEventListener('abort', () => aborted.push(attempt));
      return attempt === 1 ? never() : attempt;
    };
    same(await hedge(work, { after: 5, timeout: 60_000 }), 2);
    await sleep(5);
    same(aborted, [1]);
  },

  'timedAll keeps what came in time': async () => {
    const outcomes = await timedAll([() => 'a', never, sleep(1, 'c')], 200);
    same(
      outcomes.map(({ outcome, value }) => value ?? outcome),
      ['a', 'timedOut', 'c'],
    );
  },

  'timedIterable hands on what comes, and ends a silence': async () => {
    const seen = [];
    for await (const number of timedIterable(numbers(3, 1), { idle: 60_000 })) seen.push(number);
    same(seen, [1, 2, 3]);
    const silent = async () => {
      for await (const number of timedIterable(silence(), { idle: 10 })) seen.push(number);
    };
    same((await rejection(silent())).kind, 'idle');
  },

  'timedIterable reads a web stream, and cancels it when it is left': async () => {
    let cancelled = false;
    let count = 0;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(++count),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const number of timedIterable(stream, { idle: 60_000 })) if (number === 3) break;
    ok(cancelled, 'not cancelled');
  },

  'after runs a task when its time has come, or never': async () => {
    const ran = [];
    const dropped = after(defaultRuntime, 5, () => ran.push('dropped'));
    await new Promise((resolve) => after(defaultRuntime, 10, resolve, { ref: true }));
    same([dropped.cancel(), ran], [false, ['dropped']]);
    after(defaultRuntime, 5, () => ran.push('cancelled')).cancel();
    await sleep(20);
    same(ran, ['dropped']);
  },
};
