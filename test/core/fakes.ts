const { setTimeout: realSetTimeout } = globalThis;

/** Lets everything run that needs no faked time. */
export function settle(ms = 2): Promise<void> {
  return new Promise((resolve) => {
    realSetTimeout(resolve, ms);
  });
}

export const never = (): Promise<never> => new Promise(() => {});

/** What vitest is told to fake. */
export const FAKES = [
  ['everything that vitest fakes', undefined],
  ['setTimeout alone', ['setTimeout', 'clearTimeout']],
  ['timers and the clock', ['setTimeout', 'clearTimeout', 'performance']],
] as const;
