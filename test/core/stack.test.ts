import { createRuntime, type TimedOptions, type TimedPromise, timed } from 'timed-operation';
import { describe, expect, test } from 'vitest';
import { runScript } from '../run-script.ts';

const pending = () => new Promise<never>(() => {});

async function failingWork(): Promise<never> {
  await null;
  await null;
  throw new Error('work');
}

/** Two async callers, nested: both must be in the stack of what `start` rejects with. */
async function stackOf(start: () => TimedPromise<unknown>): Promise<string> {
  async function inner() {
    await start();
  }
  async function outer() {
    await inner();
  }
  const error = (await outer().catch((thrown) => thrown)) as Error;
  return error.stack ?? '';
}

// Under vitest the source maps drop the word `async` from the frames that they map.
const frames = (stack: string) => stack.split('\n').filter((line) => / at (async )?(inner|outer) /.test(line));

const OPTIONS: readonly (readonly [string, TimedOptions])[] = [
  ['a timeout alone', { timeout: 20 }],
  ['an onTimeout', { timeout: 20, onTimeout: () => {} }],
  ['a decode', { timeout: 20, decode: async (response) => response }],
  ['a signal', { timeout: 20, signal: new AbortController().signal }],
  ['a runtime of its own', { timeout: 20, runtime: createRuntime() }],
];

describe.each(OPTIONS)('with %s', (_, options) => {
  test('a timeout has the frames of its async callers', async () => {
    const stack = await stackOf(() => timed(pending, options));
    expect(stack).toMatch(/^TimeoutError: The operation timed out after 20 ms\n/);
    expect(frames(stack)).toHaveLength(2);
    expect(stack).toContain('stack.test.ts');
  });

  test('a timeout on a promise has them too, also where several share it', async () => {
    const shared = pending();
    for (let wrap = 0; wrap < 3; wrap++) {
      const stack = await stackOf(() => timed(shared, options));
      expect(frames(stack)).toHaveLength(2);
    }
  });

  test("the work's own error keeps its frames and those of its callers", async () => {
    const stack = await stackOf(() => timed(failingWork, { ...options, timeout: 60_000 }));
    expect(stack).toMatch(/^Error: work\n\s+at failingWork /);
    expect(frames(stack)).toHaveLength(2);
  });

  test("the error of a promise that is given keeps its frames and its callers'", async () => {
    const stack = await stackOf(() => timed(failingWork(), { ...options, timeout: 60_000 }));
    expect(stack).toMatch(/^Error: work\n\s+at failingWork /);
    expect(frames(stack)).toHaveLength(2);
  });

  test('a cancel has the frames of who awaited', async () => {
    const stack = await stackOf(() => {
      const call = timed(pending, { ...options, timeout: 60_000 });
      setTimeout(() => call.cancel('reason'), 1);
      return call;
    });
    expect(stack).toMatch(/^CancelledError: The operation was cancelled: 'reason'\n/);
    expect(frames(stack)).toHaveLength(2);
  });

  test('a limit spent at the door has them', async () => {
    const stack = await stackOf(() => timed(pending, { ...options, timeout: 0 }));
    expect(stack).toMatch(/^TimeoutError/);
    expect(frames(stack)).toHaveLength(2);
  });
});

test('a decode that times out has the frames of its callers', async () => {
  const stack = await stackOf(() => timed(() => 1, { timeout: 60_000, decode: pending, decodeTimeout: 5 }));
  expect(stack).toMatch(/^TimeoutError: The operation timed out after 5 ms \(decode\)\n/);
  expect(frames(stack)).toHaveLength(2);
});

test('an error that decode throws keeps its own frame', async () => {
  function decodeBadly(): never {
    throw new Error('decode');
  }
  const stack = await stackOf(() => timed(() => 1, { timeout: 60_000, decode: decodeBadly }));
  expect(stack).toContain('decodeBadly');
});

test('no frame of this package is in a timeout but the completion that made the error', async () => {
  const ours = (stack: string) => stack.split('\n').filter((line) => line.includes('src/core'));
  expect(ours(await stackOf(() => timed(pending, 5)))).toEqual([expect.stringContaining('at completion ')]);
  expect(ours(await stackOf(() => timed(({ signal }) => (signal.aborted ? undefined : pending()), 5)))).toEqual([]);
});

test('on Node itself the frames are those of `await`', async () => {
  const { stdout } = await runScript(`
    import { timed } from 'timed-operation';
    const never = () => new Promise(() => {});
    async function inner(start) { await start(); }
    async function outer(start) { await inner(start); }
    const cancelled = () => { const call = timed(never, 60_000); setImmediate(() => call.cancel()); return call; };
    async function work() { await null; throw new Error('work'); }
    for (const start of [() => timed(never, 5), () => timed(never(), 5), cancelled, () => timed(work, 60_000),
      () => timed(work(), 60_000), () => timed(never, { timeout: 5, decode: (x) => x }), () => timed(never, 0)]) {
      await outer(start).catch(({ stack }) => console.log(stack.match(/ at async (inner|outer) /g)?.join()));
    }
  `);
  expect(stdout).toBe(' at async inner , at async outer \n'.repeat(7));
});

test('making a stackless error leaves the limit of stack frames as it was', async () => {
  const before = Error.stackTraceLimit;
  await timed(pending, 1).catch(() => {});
  const call = timed(pending, 60_000);
  call.cancel();
  await call.catch(() => {});
  expect(Error.stackTraceLimit).toBe(before);
});

test('a success captures no stack and makes no error', async () => {
  // In a process of its own: V8 formats every stack that is captured through prepareStackTrace only when it is read, so both the
  // capture and the construction are counted.
  const { code, stdout, stderr } = await runScript(`
    import { timed } from 'timed-operation';
    let captures = 0;
    let errors = 0;
    const { captureStackTrace } = Error;
    const count = (Native) => new Proxy(Native, {
      construct(target, args, newTarget) { errors++; return Reflect.construct(target, args, newTarget); },
      apply(target, self, args) { errors++; return Reflect.apply(target, self, args); },
    });
    const run = async () => {
      const { signal } = new AbortController();
      for (let i = 0; i < 100; i++) {
        await timed(() => i, 60_000);
        await timed(async () => i, 60_000);
        await timed(Promise.resolve(i), 60_000);
        await timed(async ({ signal }) => signal.aborted, 60_000);
        await timed(async () => i, { timeout: 60_000, signal, decode: (x) => x, onTimeout() {}, onLate() {}, fallback: 1, idle: 50_000 });
        await timed(() => i, { timeout: 60_000, decode: async (x) => x, decodeTimeout: 60_000 });
      }
    };
    globalThis.Error = count(Error);
    globalThis.TypeError = count(TypeError);
    Error.captureStackTrace = (...args) => { captures++; captureStackTrace(...args); };
    await run();
    const success = { captures, errors };
    await timed(() => new Promise(() => {}), 1).catch(() => {});
    const timeout = { captures: captures - success.captures };
    await timed(({ signal }) => new Promise(() => signal), 1).catch(() => {});
    console.log(JSON.stringify({ success, timeout, seen: { captures: captures - success.captures } }));
  `);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({ success: { captures: 0, errors: 0 }, timeout: { captures: 0 }, seen: { captures: 1 } });
});
