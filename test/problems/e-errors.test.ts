import { CancelledError, isCancelledError, isTimeoutError, TimeoutError, timed } from 'timed-operation';
import { describe, expect, it } from 'vitest';
import { runScript } from '../run-script.ts';
import { never, reasonOf } from './reason-of.ts';

describe('E46: what is no timeout is never reported as one', () => {
  it('an external abort rejects with the signal’s own reason', async () => {
    const controller = new AbortController();
    const reason = { why: 'left the page' };
    setTimeout(() => controller.abort(reason), 10);
    expect(await reasonOf(timed(never, { timeout: 100, signal: controller.signal }))).toBe(reason);
  });

  it('a cancel rejects with a CancelledError that has the reason as its cause', async () => {
    const call = timed(never, 100);
    call.cancel('enough');
    const error = await reasonOf(call);
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ name: 'CancelledError', cause: 'enough', source: 'caller' });
    expect([isTimeoutError(error), isCancelledError(error)]).toEqual([false, true]);
  });

  it('and somebody else’s timeout is told from one’s own by identity', async () => {
    const controller = new AbortController();
    const other = await reasonOf(timed(never, 1));
    const call = timed(never, { timeout: 100, signal: controller.signal });
    controller.abort(other);
    expect(await reasonOf(call)).toBe(other);
    expect(call.operation).toMatchObject({ outcome: 'cancelled', cancelSource: 'signal' });
  });
});

describe('E48 and E49: a stack', () => {
  const script = (work: string) => `
    import { timed } from 'timed-operation';
    async function theWork() { await null; throw new Error('its own'); }
    async function theCaller() { await timed(${work}, 10); }
    async function itsCaller() { await theCaller(); }
    console.log(await itsCaller().catch((error) => error.stack));
  `;

  it('of a timeout shows who waited', async () => {
    const { stdout } = await runScript(script('() => new Promise(() => {})'));
    expect(stdout).toMatch(/^TimeoutError: The operation timed out after 10 ms\n/);
    expect(stdout).toMatch(/at async theCaller/);
    expect(stdout).toMatch(/at async itsCaller/);
  });

  it('of the work’s own error shows where it failed, and who waited', async () => {
    const { stdout } = await runScript(script('theWork'));
    expect(stdout).toMatch(/^Error: its own\n/);
    expect(stdout).toMatch(/at theWork/);
    expect(stdout).toMatch(/at async theCaller/);
  });

  it('is captured for no success', async () => {
    const { stdout } = await runScript(`
      import { timed } from 'timed-operation';
      let captured = 0;
      const real = Error.captureStackTrace;
      Error.captureStackTrace = (...rest) => { captured++; real(...rest); };
      Error.prepareStackTrace = () => { captured++; return ''; };
      for (let index = 0; index < 1000; index++) await timed(async () => index, 1000);
      console.log(captured);
    `);
    expect(stdout).toBe('0\n');
  });
});

it('E50: a timeout says which operation, what limit, how long it took and how late that was', async () => {
  const start = performance.now();
  const call = timed(never, { timeout: 12.5, name: 'get user:1' });
  const error = (await reasonOf(call)) as TimeoutError;
  const tookMs = performance.now() - start;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    name: 'TimeoutError',
    code: 'ERR_TIMED_OUT',
    message: "Operation 'get user:1' timed out after 12.5 ms",
    operation: 'get user:1',
    kind: 'timeout',
    limitMs: 12.5,
  });
  expect(error.elapsedMs).toBeGreaterThanOrEqual(12.5);
  expect(error.elapsedMs).toBeLessThanOrEqual(tookMs);
  expect(error.lateByMs).toBeCloseTo(error.elapsedMs - error.limitMs, 6);
  expect(call.operation).toMatchObject({ state: 'DECIDED', outcome: 'timedOut', name: 'get user:1' });
});
