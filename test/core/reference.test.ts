import { expect, test } from 'vitest';
import { MonotonicClock } from '../../src/core/clock.ts';
import { CompletionExecutor, hostTurn } from '../../src/core/executor.ts';
import type { Expirable } from '../../src/core/expirable.ts';
import { UNREFERENCED } from '../../src/core/operation-flags.ts';
import { HostScheduler } from '../../src/core/scheduler.ts';
import { WheelNode } from '../../src/core/wheel.ts';

// What rests until a turn that the process does not wait for must be waited for as soon as something referenced joins it.

class Entry extends WheelNode implements Expirable {
  readonly flags: number;
  readonly #spinMs: number;

  constructor(referenced: boolean, spinMs = 0) {
    super();
    this.flags = referenced ? 0 : UNREFERENCED;
    this.#spinMs = spinMs;
  }

  expire(): boolean {
    spin(this.#spinMs);
    return true;
  }

  afterDecision(): void {}
}

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Turns of the loop that come when the test says so. */
function recordTurns() {
  const turns: { task: () => void; referenced: boolean }[] = [];
  return { turns, nextTurn: (task: () => void, referenced: boolean) => turns.push({ task, referenced }) };
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise<void>((resolve) => hostTurn(resolve, true));
}

test('a referenced entry that is armed between two slices of an unreferenced wake holds the process', async () => {
  const { turns, nextTurn } = recordTurns();
  const clock = new MonotonicClock();
  const scheduler = new HostScheduler({ clock, graceMs: 0, nextTurn });
  const at = clock.now() + 5;
  for (let index = 0; index < 300; index++) scheduler.arm(new Entry(false, index === 0 ? 10 : 0), at);
  const hold = setInterval(() => {}, 10);
  await until(() => turns.length > 0);
  clearInterval(hold);
  expect(turns.map(({ referenced }) => referenced)).toEqual([false]);
  const joined = new Entry(true);
  scheduler.arm(joined, at);
  expect(turns.map(({ referenced }) => referenced)).toEqual([false, true]);
  for (const { task } of turns.splice(0)) task();
  await until(() => scheduler.armed === 0 || turns.length > 0);
  expect(turns.every(({ referenced }) => referenced)).toBe(true);
  for (const { task } of turns.splice(0)) task();
  await until(() => scheduler.armed === 0);
});

test('a referenced completion that joins unreferenced ones between two slices holds the process', async () => {
  const { turns, nextTurn } = recordTurns();
  const executor = new CompletionExecutor(new MonotonicClock(), nextTurn);
  for (let index = 0; index < 200; index++) executor.submit({ referenced: false, run: () => spin(1) }, false);
  await until(() => turns.length > 0);
  expect(turns.map(({ referenced }) => referenced)).toEqual([false]);
  let ran = false;
  const run = () => {
    ran = true;
  };
  executor.submit({ referenced: true, run }, true);
  executor.submit({ referenced: true, run }, true);
  expect(turns.map(({ referenced }) => referenced)).toEqual([false, true]);
  for (const { task } of turns.splice(0)) task();
  await until(() => ran);
});

test('an unreferenced turn comes although the loop has nothing to do but wait', async () => {
  let turns = 0;
  const waited = new Promise<string>((resolve) => {
    // Far longer than any machine takes for 500 turns that do nothing.
    const hold = setTimeout(resolve, 20_000, 'only when something else woke the loop');
    const turn = () => {
      if (++turns < 500) return hostTurn(turn, false);
      clearTimeout(hold);
      resolve('by itself');
    };
    hostTurn(turn, false);
  });
  await expect(waited).resolves.toBe('by itself');
});
