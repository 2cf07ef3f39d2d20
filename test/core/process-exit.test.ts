import { describe, expect, test } from 'vitest';
import { runScript } from '../run-script.ts';

const prelude = `
  import { timed, TimedOperation, createRuntime, defaultRuntime } from 'timed-operation';
  const never = () => new Promise(() => {});
  const answer = (ms) => () => new Promise((resolve) => setTimeout(resolve, ms, 'answer'));
  const spin = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  const primitive = (complete, ref, runtime = defaultRuntime) => {
    const operation = new TimedOperation(runtime, { complete }, undefined, { ref });
    operation.submit(() => {});
    return operation;
  };
`;

/** What a script prints that ends by itself. A limit of ten minutes that held it would have it killed as hanging. */
async function printed(script: string): Promise<string> {
  const { code, stdout, stderr } = await runScript(prelude + script);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('the process exits at once after the last decision, although every limit was ten minutes', async () => {
  const stdout = await printed(`
    const show = (value) => console.log(value?.code ?? value);
    await timed(answer(5), 600_000).then(show);
    await timed(() => 'value', 600_000).then(show);
    await timed(async () => { throw 'failure'; }, 600_000).catch(show);
    await timed(answer(5)(), { timeout: 600_000, decode: (x) => x + '!', decodeTimeout: 600_000 }).then(show);
    const decoding = timed(() => 1, { timeout: 600_000, decode: never, decodeTimeout: 600_000 });
    setTimeout(() => decoding.cancel(), 5);
    await decoding.catch(show);
    const controller = new AbortController();
    const aborted = timed(never, { timeout: 600_000, signal: controller.signal });
    setTimeout(() => controller.abort('aborted'), 5);
    await aborted.catch(show);
    timed(never, { timeout: 600_000, ref: false });
    const failing = primitive(() => show('failed inside'), true);
    failing.arm(600_000);
    failing.fail(1);
    const last = timed(never, { timeout: 600_000, idle: 590_000 });
    last.catch(show);
    last.cancel();
  `);
  expect(stdout.split('\n').slice(0, -1)).toEqual([
    'answer',
    'value',
    'failure',
    'answer!',
    'ERR_CANCELLED',
    'aborted',
    'failed inside',
    'ERR_CANCELLED',
  ]);
});

test('it does so too where fakes were there before import, once they are out', async () => {
  const { code, stdout } = await runScript(`
    import { mock } from 'node:test';
    mock.timers.enable();
    const { timed } = await import('timed-operation');
    mock.timers.reset();
    const { signal } = new AbortController();
    console.log(await timed(async () => 1, { timeout: 600_000, signal }));
  `);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1\n' });
});

describe('the process waits for a referenced operation', () => {
  test.each([
    ['that nobody awaits', "timed(never, 40).catch(() => console.log('timed out'));"],
    [
      'beside unreferenced ones whose host timer it shares',
      `timed(never, { timeout: 20, ref: false }).catch(() => {});
       timed(never, 40).catch(() => console.log('timed out'));
       timed(never, { timeout: 10, ref: false }).catch(() => {});`,
    ],
    [
      'without a promise, in a limit that was moved',
      `const operation = primitive(() => console.log('timed out'), true, createRuntime());
       operation.arm(600_000);
       operation.extend(40);`,
    ],
    [
      'in its decode limit',
      "timed(() => 1, { timeout: 600_000, decode: never, decodeTimeout: 30 }).catch(() => console.log('timed out'));",
    ],
  ])('%s', async (_, script) => {
    expect(await printed(script)).toBe('timed out\n');
  });
});

describe('the process does not wait', () => {
  test('for ref: false, for no limit, for a listener on a signal, for the grace of the unreferenced: it exits 0', async () => {
    const stdout = await printed(`
      const shown = () => console.log('decided');
      for (let i = 0; i < 100; i++) timed(never, { timeout: 600_000 + i, ref: false }).catch(shown);
      timed(never, Number.POSITIVE_INFINITY).catch(shown);
      timed(never, { signal: new AbortController().signal }).catch(shown);
      timed(never, { timeout: 600_000, ref: false, signal: new AbortController().signal, idle: 500_000 }).catch(shown);
      await timed(() => 1, { timeout: 600_000, signal: new AbortController().signal });
      timed(never, { timeout: 5, ref: false }).catch(shown);
      // Its wake finds a stall, and so would wait for more results.
      setTimeout(() => {}, 4);
      spin(50);
    `);
    expect(stdout).toBe('');
  });

  test('for the queued completions of unreferenced operations', async () => {
    const stdout = await printed(`
      let completed = 0;
      const complete = () => { spin(1); completed++; };
      for (let i = 0; i < 60_000; i++) primitive(complete, false).respond(1);
      process.on('exit', () => console.log(completed < 60_000));
    `);
    expect(stdout).toBe('true\n');
  });

  test('where the top level awaits one with ref: false: Node ends with its code for that, 13', async () => {
    const { code } = await runScript(`${prelude} await timed(never, { timeout: 600_000, ref: false });`);
    expect(code).toBe(13);
  });
});
