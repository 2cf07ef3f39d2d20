import { expect, test } from 'vitest';
import { runScript } from '../run-script.ts';

const prelude = `
  import { timed, TimedOperation, createRuntime, Deadline } from 'timed-operation';
  const unhandled = [];
  process.on('unhandledRejection', (reason) => unhandled.push(reason?.code ?? reason?.message ?? String(reason)));
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const never = () => new Promise(() => {});
  const failLate = [];
  /** A work that fails, but only once everything else has been decided. */
  const lateFailure = () => new Promise((_, reject) => { failLate.push(() => reject(new Error('late'))); });
  const allFail = () => { for (const fail of failLate.splice(0)) fail(); };
  /** Until the next one is there, or has long been owed. */
  const raised = async () => {
    const before = unhandled.length;
    for (let i = 0; i < 200 && unhandled.length === before; i++) await wait(10);
  };
  process.on('exit', () => console.log(JSON.stringify(unhandled)));
`;

async function unhandledIn(script: string): Promise<string[]> {
  const { code, stdout, stderr } = await runScript(prelude + script);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as string[];
}

test('a returned promise that rejects and that nobody handles raises exactly one unhandledRejection', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['timed(never, 5)', 'ERR_TIMED_OUT'],
    ['timed(never, 0)', 'ERR_TIMED_OUT'],
    ['timed(never(), 5)', 'ERR_TIMED_OUT'],
    ['timed(lateFailure, 5)', 'ERR_TIMED_OUT'],
    ['timed(lateFailure(), 5)', 'ERR_TIMED_OUT'],
    ['timed(lateFailure(), { timeout: 5, onLate: () => {} })', 'ERR_TIMED_OUT'],
    ["timed(() => { throw new Error('sync'); }, 50)", 'sync'],
    ["timed(async () => { throw new Error('async'); }, 50)", 'async'],
    ["timed(Promise.reject(new Error('given')), 50)", 'given'],
    ["timed(() => 1, { timeout: 50, decode: () => { throw new Error('decode'); } })", 'decode'],
    ["timed(() => 1, { timeout: 50, decode: async () => { throw new Error('decode later'); } })", 'decode later'],
    ['timed(() => 1, { timeout: 50, decode: never, decodeTimeout: 5 })', 'ERR_TIMED_OUT'],
    ["timed(never, { timeout: 5, fallback: () => { throw new Error('fallback'); } })", 'fallback'],
    ['timed(never, { timeout: 50, signal: AbortSignal.abort(new Error("door")) })', 'door'],
    ['timed(never, 50).cancel()', 'ERR_CANCELLED'],
    ['timed(never, 50).operation.cancel()', 'ERR_CANCELLED'],
    ['timed(never, Number.NaN)', 'Expected'],
    ['const c = new AbortController(); timed(never, { signal: c.signal }); c.abort(new Error("aborted"))', 'aborted'],
    [
      'const o = new TimedOperation(createRuntime(), {}, undefined); o.promise(); o.submit(() => {}); o.arm(5)',
      'ERR_TIMED_OUT',
    ],
  ];
  // All in one process: each would cost a start of Node.
  const script = cases
    .map(([code]) => `{ ${code}; await raised(); allFail(); await wait(5); unhandled.push('|'); }`)
    .join('\n');
  const raised: string[][] = [[]];
  for (const each of await unhandledIn(script)) {
    if (each === '|') raised.push([]);
    else raised.at(-1)?.push(each);
  }
  expect(cases.map(([code], index) => [code, raised[index]])).toEqual(
    cases.map(([code, reason]) => [code, [expect.stringContaining(reason)]]),
  );
});

test('a handled promise raises none, and neither do the internal ones, finished, nor late failures', async () => {
  const raised = await unhandledIn(`
    const noop = () => {};
    timed(lateFailure, 5).catch(noop);
    timed(lateFailure(), 5).catch(noop);
    const promise = lateFailure();
    for (let i = 0; i < 3; i++) timed(promise, 5).catch(noop);
    for (let i = 0; i < 3; i++) timed(promise, { timeout: 5, onLate: noop }).catch(noop);
    for (const bad of [Number.NaN, 0, { timeout: 0, fallback: 1 }]) timed(lateFailure(), bad).catch(noop);
    const late = timed(lateFailure, { timeout: 5, onLate: noop, disposeLate: true });
    late.operation.finished.then(noop);
    void late.operation.finished;
    late.catch(noop);
    const cancelled = timed(lateFailure, 1000);
    cancelled.cancel();
    void cancelled.operation.finished;
    cancelled.catch(noop);
    const decoding = timed(() => 1, { timeout: 1000, decode: lateFailure });
    decoding.catch(noop);
    await wait(5);
    decoding.cancel();
    timed(() => 1, { timeout: 1000, decode: lateFailure, decodeTimeout: 5 }).catch(noop);
    timed(lateFailure, { timeout: 5, fallback: 'instead' });
    timed(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))), 5).catch(noop);
    const unseen = new TimedOperation(createRuntime(), {}, undefined);
    unseen.submit(() => {});
    unseen.arm(5);
    const failed = new TimedOperation(createRuntime(), {}, undefined);
    failed.submit(() => {});
    failed.fail(new Error('nobody asked for its promise'));
    await wait(150);
    allFail();
    await wait(5);
    // One who comes late is told, and has handled it.
    await failed.promise().catch(noop);
    await unseen.promise().catch(noop);
  `);
  expect(raised).toEqual([]);
});

test('a promise that is refused at the door is subscribed to all the same', async () => {
  const raised = await unhandledIn(`
    const rejected = () => Promise.reject(new Error('work'));
    const { signal } = (() => { const c = new AbortController(); c.abort(new Error('door')); return c; })();
    const past = Deadline.after(0);
    for (const limit of [Number.NaN, '5', 0, { timeout: -1 }, { timeout: 0 }, { deadline: past }, { signal }, { signal: 1 }, { decode: 1 }]) {
      timed(rejected(), limit).catch(() => {});
      const shared = lateFailure();
      timed(shared, limit).catch(() => {});
      timed(shared, limit).catch(() => {});
    }
    await wait(20);
    allFail();
    await wait(5);
  `);
  expect(raised).toEqual([]);
});

test('hooks that throw or reject are reported, and raise none', async () => {
  const { code, stdout, stderr } = await runScript(`${prelude}
    const thrown = (name) => () => { throw new Error(name); };
    const rejected = (name) => async () => { throw new Error(name); };
    const calls = [
      timed(lateFailure, { timeout: 5, onTimeout: thrown('T1'), onLate: thrown('L1') }),
      timed(lateFailure, { timeout: 5, onTimeout: rejected('T2'), onLate: rejected('L2') }),
    ];
    await Promise.allSettled(calls);
    allFail();
  `);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([]);
  for (const name of ['T1', 'T2', 'L1', 'L2'])
    expect(stderr.match(new RegExp(`Error: ${name}\\b`, 'g'))).toHaveLength(1);
});
