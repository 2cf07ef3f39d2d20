import { Effect } from 'effect';
import type { Contender } from './contender.ts';

/** An effect is a value: it is described once and run many times. */
export const contender: Contender = {
  limit: (work, ms) => {
    const program = Effect.promise(() => work()).pipe(Effect.timeout(ms));
    return () => Effect.runPromise(program);
  },
  limitWithSignal: (work, ms, signal) => {
    const program = Effect.promise(() => work()).pipe(Effect.timeout(ms));
    return () => Effect.runPromise(program, { signal });
  },
};
