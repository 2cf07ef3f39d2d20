import { expect, it } from 'vitest';
import { type Plan, rounds, stepsOf } from '../../bench/runner/rounds.ts';

/** Plays a plan of three contenders and tells in which order they were measured, what came, and what was lost. */
async function play(plan: Partial<Plan<number>>) {
  const order: string[] = [];
  const steps: string[] = [];
  const lost: string[] = [];
  const whole: Plan<number> = {
    keys: ['a', 'b', 'c'],
    count: () => 2,
    label: (key) => `row ${key}`,
    ...plan,
    measure: (key) => {
      order.push(key);
      return plan.measure?.(key) ?? Promise.resolve(order.length);
    },
  };
  const watcher = {
    step: (label: string) => steps.push(label),
    lost: (what: string, error: unknown) => lost.push(`${what}: ${error instanceof Error ? error.message : error}`),
  };
  const results = Object.fromEntries(await rounds(whole, watcher));
  return { order, steps: steps.length, planned: stepsOf(whole), lost, results };
}

it('every second round goes backwards', async () => {
  const { order, results, lost } = await play({});
  expect(order).toEqual(['a', 'b', 'c', 'c', 'b', 'a']);
  expect(results).toEqual({ a: [1, 6], b: [2, 5], c: [3, 4] });
  expect(lost).toEqual([]);
});

it('a key with fewer rounds takes part in the first ones, and as many steps are made as were planned', async () => {
  const { order, steps, planned } = await play({ count: (key) => (key === 'b' ? 1 : 3) });
  expect(order).toEqual(['a', 'b', 'c', 'c', 'a', 'a', 'c']);
  expect([steps, planned]).toEqual([7, 7]);
});

it('one that fails is lost by its label, not tried again, and keeps what it gave; the others go on', async () => {
  let calls = 0;
  const measure = (key: string) =>
    key === 'b' && ++calls === 2 ? Promise.reject(new Error('died')) : Promise.resolve(1);
  const { results, lost, steps, planned } = await play({ count: () => 3, measure });
  expect(results).toEqual({ a: [1, 1, 1], b: [1], c: [1, 1, 1] });
  expect(lost).toEqual(['row b: died']);
  expect(steps).toBe(planned);
});

it('one that does not finish is no loss, and is not tried again', async () => {
  const measure = (key: string) => Promise.resolve(key === 'a' ? undefined : 1);
  const { results, lost, order } = await play({ measure });
  expect(results).toEqual({ a: [], b: [1, 1], c: [1, 1] });
  expect([lost, order.filter((key) => key === 'a')]).toEqual([[], ['a']]);
});
