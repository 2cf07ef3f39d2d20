import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from './contender.ts';
import { stalledAnswer } from './stalled-answer.ts';
import { deaf, type Ending, obedient, within } from './works.ts';

/** What may be true of a contender. */
export interface Fact {
  /** As the first cell of the row in the README says it. */
  readonly name: string;
  check(contender: Contender): Promise<boolean> | boolean;
}

/** A work that passes its limit: the signal it was given, and what its caller got. */
async function timedOut(
  limit: Contender['limit'],
): Promise<{ readonly signal: AbortSignal | undefined; readonly ending: Ending }> {
  let signal: AbortSignal | undefined;
  const work = (given?: AbortSignal) => {
    signal = given;
    return obedient(given);
  };
  const ending = await within(1_000, () => limit(work, 20));
  return { signal, ending };
}

export const facts: readonly Fact[] = [
  {
    name: 'no false timeout when the loop was blocked and the answer had arrived',
    check: ({ limit }) => stalledAnswer(limit),
  },
  {
    name: 'the work is aborted at the limit',
    async check({ limit }) {
      const { signal } = await timedOut(limit);
      return signal?.aborted === true;
    },
  },
  {
    name: 'the reason it is given says that it was a timeout',
    async check({ limit }) {
      const { signal } = await timedOut(limit);
      return signal?.reason?.name === 'TimeoutError';
    },
  },
  {
    name: 'a work that ignores its signal releases its caller all the same',
    check: async ({ limit }) => (await within(1_000, () => limit(deaf, 20))).status === 'rejected',
  },
  {
    name: "a caller's abort comes back as its own reason",
    async check({ limit }) {
      const controller = new AbortController();
      setTimeout(() => controller.abort('enough'), 10);
      const ending = await within(1_000, () => limit(obedient, 5_000, controller.signal));
      return ending.status === 'rejected' && ending.reason === 'enough';
    },
  },
  {
    name: 'aborted beforehand, the work is not begun',
    async check({ limit }) {
      let begun = false;
      const work = async () => {
        begun = true;
      };
      await within(1_000, () => limit(work, 20, AbortSignal.abort('enough')));
      return !begun;
    },
  },
  {
    name: 'one listener on a signal, however many calls',
    async check({ limit }) {
      const controller = new AbortController();
      const { signal } = controller;
      let listeners = 0;
      const add = signal.addEventListener.bind(signal) as (...all: unknown[]) => void;
      signal.addEventListener = (...all: unknown[]) => {
        listeners++;
        add(...all);
      };
      const calls = Array.from({ length: 5 }, () => within(1_000, () => limit(obedient, 5_000, signal)));
      controller.abort();
      const endings = await Promise.all(calls);
      return listeners <= 1 && endings.every(({ status }) => status === 'rejected');
    },
  },
  {
    name: 'after a success its signal is never aborted',
    async check({ limit }) {
      let signal: AbortSignal | undefined;
      await limit(async (each) => {
        signal = each;
      }, 20);
      await wait(40);
      return signal !== undefined && !signal.aborted;
    },
  },
  {
    name: '`Infinity` is no limit',
    check: async ({ limit }) =>
      (await within(20, () => limit(obedient, Number.POSITIVE_INFINITY))).status === 'pending',
  },
  {
    name: '2^31 ms are not 1 ms',
    check: async ({ limit }) => (await within(20, () => limit(obedient, 2 ** 31))).status === 'pending',
  },
  {
    name: '`NaN` is refused',
    async check({ limit }) {
      const ending = await within(20, () => limit(obedient, Number.NaN));
      return (
        ending.status === 'rejected' && (ending.reason instanceof TypeError || ending.reason instanceof RangeError)
      );
    },
  },
  {
    name: 'the error has the limit and the time that passed as numbers',
    async check({ limit }) {
      const { ending } = await timedOut(limit);
      if (ending.status !== 'rejected') return false;
      const numbers = Object.values(ending.reason as object).filter((value) => typeof value === 'number');
      return numbers.includes(20) && numbers.some((value) => value > 20);
    },
  },
  {
    name: '`cancel()` says whether it won',
    async check({ limit, cancel }) {
      if (cancel === undefined) return false;
      const call = limit(obedient, 5_000);
      const first = cancel(call);
      await call.catch(() => {});
      return first === true && cancel(call) === false;
    },
  },
  {
    name: 'what comes too late is told',
    async check({ limitAndHear }) {
      if (limitAndHear === undefined) return false;
      let answer = (_value: string): void => {};
      const work = new Promise((resolve) => {
        answer = resolve;
      });
      const heard = await new Promise((resolve) => {
        limitAndHear(() => work, 10, resolve).catch(() => answer('late'));
      });
      return heard === 'late';
    },
  },
];
