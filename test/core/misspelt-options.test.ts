import {
  Deadline,
  defaultRuntime,
  hedge,
  retry,
  type TimedOptions,
  timed,
  timedAll,
  timedIterable,
} from 'timed-operation';
import { describe, expect, it, vi } from 'vitest';

const work = vi.fn(async () => 'answer');

/** Every function of the core that takes options and is no `timed`, with what it needs besides. */
const calls: readonly (readonly [name: string, own: string, call: (options: unknown) => Promise<unknown>])[] = [
  ['retry', 'attempts, perAttempt, backoff, jitter, retryIf', (options) => retry(work, options as never)],
  ['hedge', 'after, max', (options) => hedge(work, options as never)],
  ['timedAll', '', (options) => timedAll([work], options as never)],
  [
    'timedIterable',
    '',
    async (options) => {
      for await (const _ of timedIterable([1].map(work), options as never)) return;
    },
  ],
];

/** An object with what every one of them must have. */
const limits = { timeout: 1000, after: 10 };
const optionsFor = (name: string, more: object) => ({ ...(name === 'hedge' ? limits : { timeout: 1000 }), ...more });

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it fulfilled'),
    (error: unknown) => error,
  );
}

describe.each(calls)('%s', (name, own, call) => {
  it('refuses an option that it does not have, names it and those that it has, and begins nothing', async () => {
    work.mockClear();
    const error = await reasonOf(call(optionsFor(name, { retries: 3 })));
    expect(error).toBeInstanceOf(TypeError);
    const known = `${own}${own === '' ? '' : ', '}timeout, deadline, within, idle, signal`;
    expect((error as Error).message).toContain(`\`${name}\` has no option 'retries'; it has ${known}`);
    if (name !== 'timedIterable') expect(work).not.toHaveBeenCalled();
  });

  it('takes all options of `timed`, so that one object serves both', async () => {
    const shared: Required<Omit<TimedOptions, 'within' | 'decode' | 'idle' | 'deadline'>> = {
      timeout: 1000,
      signal: new AbortController().signal,
      decodeTimeout: 1000,
      fallback: undefined,
      onTimeout: () => {},
      onLate: () => {},
      disposeLate: false,
      name: 'shared',
      ref: true,
      runtime: defaultRuntime,
    };
    const all = { ...shared, within: undefined, decode: undefined, idle: 1000, deadline: Deadline.after(1000) };
    await timed(work, all);
    await call(optionsFor(name, all));
  });

  it.each<[string, unknown]>([
    ['a signal', new AbortController().signal],
    ['null', null],
    ...(name === 'timedAll'
      ? []
      : ([
          ['a number', 500],
          ['nothing', undefined],
        ] satisfies [string, unknown][])),
  ])('refuses %s in the place of options, for it would be no limit at all', async (_, options) => {
    const error = await reasonOf(call(options));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/`(options|timeout)`/);
  });

  it('refuses a runtime that is none, as a rejection', async () => {
    const error = await reasonOf(call(optionsFor(name, { runtime: {} })));
    expect((error as Error).message).toBe(
      'Expected `runtime` to be a runtime, as `createRuntime` makes one, got a value of type object',
    );
  });
});

it.each([{}, null, 5])('timed refuses %o for a runtime, as a rejection, and begins nothing', async (runtime) => {
  work.mockClear();
  const error = await reasonOf(timed(work, { timeout: 1000, runtime: runtime as never }));
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain('`runtime`');
  expect(work).not.toHaveBeenCalled();
});
