import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Completion } from '../../src/core/completion.ts';
import { CompletionExecutor } from '../../src/core/executor.ts';
import { HandClock } from './support/hand-loop.ts';
import { runScript } from './support/run-script.ts';

/** An executor on a clock and turns in the test's hands. */
function byHand() {
  const clock = new HandClock(0);
  const turns: { task: () => void; referenced: boolean }[] = [];
  const executor = new CompletionExecutor(clock, (task, referenced) => turns.push({ task, referenced }));
  const log: string[] = [];
  const add = (name: string, failure: boolean, run: () => void = () => {}, referenced = true): Completion => {
    const completion = {
      referenced,
      run: () => {
        log.push(name);
        run();
      },
    };
    executor.submit(completion, failure);
    return completion;
  };
  return { clock, turns, executor, log, add };
}

/** Lets the microtasks that are queued now, and what they queue, run. */
const microtasks = () => new Promise((resolve) => setImmediate(resolve));

describe('the completion executor', () => {
  let reported: unknown[];
  const sinks = globalThis as { reportError?: (error: unknown) => void };
  const before = sinks.reportError;

  beforeEach(() => {
    reported = [];
    sinks.reportError = (error) => reported.push(error);
  });
  afterEach(() => {
    if (before === undefined) delete sinks.reportError;
    else sinks.reportError = before;
  });

  it('runs nothing inside the call that queues it', async () => {
    const { executor, log, add } = byHand();
    add('a', false);
    expect(log).toEqual([]);
    expect([executor.idle, executor.queued]).toEqual([false, 1]);
    await microtasks();
    expect(log).toEqual(['a']);
    expect([executor.idle, executor.queued]).toEqual([true, 0]);
  });

  it('takes the two lanes in turn, each first in, first out', async () => {
    const { log, add } = byHand();
    for (const name of ['f1', 'f2', 'f3']) add(name, true);
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) add(name, false);
    await microtasks();
    expect(log).toEqual(['r1', 'f1', 'r2', 'f2', 'r3', 'f3', 'r4', 'r5']);
  });

  it('a result waits behind one failure at most, however many there are', async () => {
    const { log, add } = byHand();
    for (let index = 0; index < 1000; index++) add('failure', true);
    add('result', false);
    await microtasks();
    expect(log.indexOf('result')).toBeLessThanOrEqual(1);
  });

  it('never runs one inside another: what a completion queues comes after it', async () => {
    const { log, add } = byHand();
    let depth = 0;
    let deepest = 0;
    const nest = (left: number) => () => {
      deepest = Math.max(deepest, ++depth);
      if (left > 0) add(`${left}`, left % 2 === 0, nest(left - 1));
      depth--;
    };
    add('outer', false, nest(500));
    await microtasks();
    expect(deepest).toBe(1);
    expect(log).toHaveLength(501);
  });

  it('a throw is reported once, and the next completion runs', async () => {
    const { log, add, executor } = byHand();
    const thrown = new Error('thrown by a completion');
    add('a', false, () => {
      throw thrown;
    });
    add('b', false);
    add('c', true, () => {
      throw thrown;
    });
    add('d', true);
    await microtasks();
    expect(log.sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(reported).toEqual([thrown, thrown]);
    expect(executor.idle).toBe(true);
    add('e', false);
    await microtasks();
    expect(log).toContain('e');
  });

  it('runs batches of 64, and the microtasks of one before the next', async () => {
    const { log, add } = byHand();
    for (let index = 0; index < 200; index++) {
      add('completion', false, () => {
        Promise.resolve().then(() => log.push('continuation'));
      });
    }
    await microtasks();
    const batch = (count: number) => [...new Array(count).fill('completion'), ...new Array(count).fill('continuation')];
    expect(log).toEqual([...batch(64), ...batch(64), ...batch(64), ...batch(8)]);
  });

  it('yields after 8 ms, the time that continuations took included, and goes on in the next turn', async () => {
    const { clock, turns, log, add, executor } = byHand();
    // Completions take nothing, their continuations 0.1 ms each: 6.4 ms a batch.
    for (let index = 0; index < 500; index++) {
      add('c', false, () => {
        Promise.resolve().then(() => clock.skip(0.1));
      });
    }
    const perTurn: number[] = [];
    await microtasks();
    perTurn.push(log.length);
    for (let turn = 0; turns.length > 0 && turn < 100; turn++) {
      expect(executor.idle).toBe(false);
      turns.shift()?.task();
      await microtasks();
      perTurn.push(log.length);
    }
    expect(perTurn).toEqual([128, 256, 384, 500]);
    expect(executor.idle).toBe(true);
  });

  it('a completion queued between two slices waits its turn, and there is one turn at a time', async () => {
    const { clock, turns, log, add } = byHand();
    for (let index = 0; index < 70; index++) add('early', false, () => clock.skip(1));
    await microtasks();
    expect([log.length, turns.length]).toEqual([64, 1]);
    add('late', false);
    await microtasks();
    expect([log.length, turns.length]).toEqual([64, 1]);
    turns.shift()?.task();
    await microtasks();
    expect(log.slice(-2)).toEqual(['early', 'late']);
    expect(turns).toEqual([]);
  });

  it('the process waits for a turn only if something referenced is queued', async () => {
    for (const referenced of [true, false]) {
      const { clock, turns, add } = byHand();
      for (let index = 0; index < 70; index++) add('c', false, () => clock.skip(1), referenced && index === 69);
      await microtasks();
      expect(turns.map((turn) => turn.referenced)).toEqual([referenced]);
    }
  });

  it('the process waits for what is queued, referenced, while a turn is under way for which it would not have waited', async () => {
    const { clock, turns, log, add } = byHand();
    for (let index = 0; index < 70; index++) add('c', false, () => clock.skip(1), false);
    await microtasks();
    add('referenced', true);
    add('another', true);
    expect(turns.map((turn) => turn.referenced)).toEqual([false, true]);
    for (const { task } of turns.splice(0)) task();
    await microtasks();
    expect(log).toContain('referenced');
    expect(log).toContain('another');
    expect(turns).toEqual([]);
  });

  it('timers and I/O get their turn while a burst of slow completions runs', async () => {
    const { code, stdout } = await runScript(`
      import { stat } from 'node:fs';
      import { defaultRuntime } from 'timed-operation';
      const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
      const log = [];
      for (let index = 0; index < 2000; index++) {
        defaultRuntime.executor.submit({ referenced: true, run: () => { log.push('completion'); block(0.1); } }, index % 2 === 0);
      }
      setTimeout(() => log.push('timer'), 1);
      stat('.', () => log.push('I/O'));
      process.on('exit', () => {
        const last = log.lastIndexOf('completion');
        console.log(log.length, log.indexOf('timer') < last, log.indexOf('I/O') < last);
      });
    `);
    expect([code, stdout]).toEqual([0, '2002 true true\n']);
  });
});
