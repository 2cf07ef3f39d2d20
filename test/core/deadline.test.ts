import { Deadline, timed } from 'timed-operation';
import { ManualRuntime } from 'timed-operation/testing';
import { describe, expect, test, vi } from 'vitest';
import { BAD, BAD_OR_MISSING, GOOD, refusal } from './limit-values.ts';

describe('the option deadline', () => {
  test.each([...BAD, [1_000_000, '']] as typeof BAD)('refuses %o, the work not begun', async (value) => {
    const work = vi.fn();
    await expect(timed(work, { deadline: value } as never)).rejects.toThrow(
      /^Expected `deadline` to be a Deadline, got /,
    );
    expect(work).not.toHaveBeenCalled();
  });

  test('refuses one of another clock', async () => {
    const runtime = new ManualRuntime();
    const work = vi.fn();
    const call = timed(work, { deadline: Deadline.after(5), runtime });
    await expect(runtime.run(call)).rejects.toThrow(/same clock/);
    expect(work).not.toHaveBeenCalled();
  });

  test('takes never on any clock', async () => {
    const runtime = new ManualRuntime();
    await expect(runtime.run(timed(() => 1, { deadline: Deadline.never, runtime }))).resolves.toBe(1);
  });
});

describe('Deadline.after', () => {
  test.each(BAD_OR_MISSING)('throws for %o, and says what came', (value, shown) => {
    expect(() => Deadline.after(value as number)).toThrow(TypeError);
    expect(() => Deadline.after(value as number)).toThrow(refusal('ms', shown as string));
  });

  test.each(GOOD)('%d ms is at least so far away', (ms) => {
    const clock = { now: () => 1234.5678 };
    const deadline = Deadline.after(ms, clock);
    expect(deadline.limitMs).toBe(ms);
    expect(deadline.at - clock.now()).toBeGreaterThanOrEqual(ms);
    expect(deadline.expired).toBe(ms === 0);
  });

  test('Infinity is never', () => {
    expect(Deadline.after(Number.POSITIVE_INFINITY)).toBe(Deadline.never);
    expect(Deadline.never.remaining()).toBe(Number.POSITIVE_INFINITY);
    expect(Deadline.never.expired).toBe(false);
  });
});
