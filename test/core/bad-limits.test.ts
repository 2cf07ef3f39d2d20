import { Deadline, type TimedOptions, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test, vi } from 'vitest';
import { BAD, BAD_OR_MISSING, refusal } from './limit-values.ts';

const OPTIONS = ['timeout', 'idle', 'decodeTimeout'] as const;

describe.each(OPTIONS)('the option %s', (option) => {
  test.each(BAD)('refuses %o by a rejection that names it, and the work is not begun', async (value, shown) => {
    const work = vi.fn();
    const promise = timed(work, { [option]: value } as TimedOptions);
    await expect(promise).rejects.toThrow(TypeError);
    await expect(promise).rejects.toThrow(refusal(option, shown));
    expect(work).not.toHaveBeenCalled();
    expect(promise.operation).toMatchObject({ state: 'DECIDED', outcome: 'failed' });
    await promise.operation.finished;
  });

  test('is no limit when it is undefined, or Infinity', async () => {
    for (const value of [undefined, Number.POSITIVE_INFINITY]) {
      const runtime = new ManualRuntime();
      const call = timed(() => new Promise(() => {}), { [option]: value, runtime });
      runtime.advance(2 ** 40);
      expect(call.operation.state).toBe('WAITING_RESPONSE');
      expect(call.operation.remaining()).toBe(Number.POSITIVE_INFINITY);
      expect(call.operation.deadline).toBe(Deadline.never);
      expect(runtime.armed).toBe(0);
      call.catch(() => {});
      expect(call.cancel()).toBe(true);
    }
  });
});

describe('the limit of timed(work, ms)', () => {
  test.each(BAD_OR_MISSING.filter(([value]) => typeof value !== 'object' || value === null))(
    'refuses %o by a rejection, and the work is not begun',
    async (value, shown) => {
      const work = vi.fn();
      const promise = timed(work, value as number);
      await expect(promise).rejects.toThrow(TypeError);
      await expect(promise).rejects.toThrow(refusal('timeout', shown as string));
      expect(work).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['a Deadline', Deadline.after(1000)],
    ['an array', [5]],
    ['an AbortSignal', new AbortController().signal],
  ])('refuses %s: it would be options without any limit', async (_, value) => {
    const work = vi.fn();
    await expect(timed(work, value as never)).rejects.toThrow(/^Expected .* got a value of type object$/);
    expect(work).not.toHaveBeenCalled();
  });
});
