import { timed } from 'timed-operation';
import { expect, test } from 'vitest';
import { collectUntil, leastGrowth } from './collect.ts';

test.each([
  ['times out', 0.01],
  ['is refused at the door', 0],
])('a wrap of one pending promise that %s keeps nothing, from the second on', async (_, timeout) => {
  const shared = new Promise<never>(() => {});
  const wrap = async (count: number) => {
    for (let index = 0; index < count; index += 100) {
      await Promise.allSettled(Array.from({ length: 100 }, () => timed(shared, timeout)));
    }
  };
  await wrap(20_000);
  // Ten bytes a wrap would be a megabyte.
  const enough = 128 * 1024;
  expect(await leastGrowth(() => wrap(100_000), enough)).toBeLessThan(enough);
});

test('with onLate each wrap is kept, since each will be told', async () => {
  let answer: (value: string) => void = () => {};
  const shared = new Promise<string>((resolve) => {
    answer = resolve;
  });
  let told = 0;
  const onLate = () => {
    told++;
  };
  await Promise.allSettled(Array.from({ length: 10 }, () => timed(shared, { timeout: 1, onLate })));
  answer('late');
  await shared;
  expect(await collectUntil(() => told === 10)).toBe(true);
});

test('wraps that were decided are collected while the promise is still pending', async () => {
  const shared = new Promise<never>(() => {});
  // The first is followed by a reaction of its own, which a promise cannot drop.
  await timed(shared, 1).catch(() => {});
  async function start(): Promise<WeakRef<object>[]> {
    const calls = Array.from({ length: 5 }, () => timed(shared, 1));
    const cancelled = timed(shared, 60_000);
    cancelled.cancel();
    await Promise.allSettled([...calls, cancelled]);
    return [...calls, cancelled].flatMap((call) => [new WeakRef<object>(call), new WeakRef<object>(call.operation)]);
  }
  const refs = await start();
  expect(await collectUntil(() => refs.every((ref) => ref.deref() === undefined))).toBe(true);
});

test('its response still reaches those that wait', async () => {
  let answer: (value: string) => void = () => {};
  const shared = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const calls = [1, 60_000, 60_000, 1].map((timeout) => timed(shared, { timeout, fallback: 'instead' }));
  await calls[0];
  await calls[3];
  answer('response');
  await expect(Promise.all(calls)).resolves.toEqual(['instead', 'response', 'response', 'instead']);
});
