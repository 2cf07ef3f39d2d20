import { describe, expect, it } from 'vitest';
import { monotonicClock } from '../../src/core/clock.ts';
import { HostScheduler } from '../../src/core/scheduler.ts';
import { ManualScheduler } from '../../src/testing/manual-scheduler.ts';
import { Entry } from './support/entry.ts';
import { HandLoop } from './support/hand-loop.ts';
import { runScript } from './support/run-script.ts';

const DISTANCES = [0, 0.4, 1, 1.9, 255, 256, 1023, 1024, 65_535, 65_536, 2 ** 22, 2 ** 31 - 1, 2 ** 31, 1e12];

describe('the scheduler on an idle loop', () => {
  it.each([0, 2 ** 31 - 5000, 2 ** 32 - 5000, 1e9 + 0.37])('from %d ms on: fires each once, at its tick', (start) => {
    for (const distance of DISTANCES) {
      const loop = new HandLoop({ start });
      const entry = new Entry();
      loop.arm(entry, start + distance);
      loop.idleUntil(start + distance + 1000);
      expect([distance, entry.fired.length]).toEqual([distance, 1]);
      expect(entry.fired[0]).toBeGreaterThanOrEqual(start + distance);
      expect(entry.fired[0]).toBeLessThanOrEqual(start + distance + 2);
      expect([loop.armed, loop.hostTimers]).toEqual([0, 0]);
    }
  });

  it('asks the host for no fraction, nothing negative, and no more than 2^30 ms at a time', () => {
    const loop = new HandLoop({ start: 0.3 });
    for (const distance of [...DISTANCES, -5, -1e9]) loop.arm(new Entry(), distance);
    loop.idleUntil(2e12);
    expect(loop.armed).toBe(0);
    for (const ms of loop.asked) expect([ms, Number.isInteger(ms) && ms >= 0 && ms <= 2 ** 30]).toEqual([ms, true]);
  });

  it('a timer of 1 s is exact after an hour and after ten days without a wake', () => {
    for (const idleMs of [3_600_000, 864_000_000]) {
      const loop = new HandLoop();
      loop.pass(idleMs + 0.5);
      const entry = new Entry();
      loop.arm(entry, idleMs + 1000.5);
      loop.idleUntil(idleMs + 5000);
      expect(entry.fired).toEqual([idleMs + 1000.5]);
    }
  });

  it('far timers cause no wake before they are near', () => {
    const loop = new HandLoop();
    for (let index = 0; index < 1000; index++) loop.arm(new Entry(), 3_600_000 + index);
    loop.asked.length = 0;
    loop.idleUntil(3000);
    expect(loop.asked).toEqual([]);
  });

  it('arming and disarming for 10 s with 100 ms limits sets 101 host timers at most', () => {
    const loop = new HandLoop();
    for (let ms = 0; ms < 10_000; ms++) {
      loop.idleUntil(ms);
      const entry = new Entry();
      loop.arm(entry, ms + 100);
      loop.disarm(entry);
    }
    expect(loop.asked.length).toBeLessThanOrEqual(101);
  });

  it('an earlier deadline moves the host timer forward, a later one leaves it', () => {
    const loop = new HandLoop();
    loop.arm(new Entry(), 1000);
    loop.arm(new Entry(), 2000);
    loop.arm(new Entry(), 500);
    expect(loop.asked).toEqual([1000, 500]);
    expect(loop.hostTimers).toBe(1);
  });

  it('a host timer that comes early by a fraction is asked again, and nothing fires', () => {
    const loop = new HandLoop();
    const entry = new Entry();
    loop.nextEarlyMs = 0.97;
    loop.arm(entry, 50);
    loop.idleUntil(49.99);
    expect(entry.fired).toEqual([]);
    expect(loop.asked).toEqual([50, 1]);
    loop.idleUntil(60);
    expect(entry.fired).toEqual([50.03]);
  });

  it('a clock that goes back makes no negative delay, no early firing and no busy loop', () => {
    const loop = new HandLoop({ start: 10_000 });
    const entry = new Entry();
    loop.arm(entry, 10_100);
    loop.clock.time = 9_998;
    const other = new Entry();
    loop.arm(other, 9_999);
    loop.idleUntil(10_099);
    expect(entry.fired).toEqual([]);
    expect(other.fired).toHaveLength(1);
    loop.idleUntil(10_200);
    expect(entry.fired).toHaveLength(1);
    expect(loop.asked.length).toBeLessThan(10);
    for (const ms of loop.asked) expect(ms).toBeGreaterThanOrEqual(0);
  });
});

describe('a wake', () => {
  it('decides 256 entries before any of their hooks run, and those before the next 256', () => {
    const loop = new HandLoop();
    const log: string[] = [];
    for (let index = 0; index < 600; index++) {
      const entry = new Entry(() => log.push(`hook ${index}`));
      entry.expire = () => {
        log.push(`decide ${index}`);
        return true;
      };
      loop.arm(entry, 10);
    }
    loop.idleUntil(20);
    const slice = (from: number, to: number) =>
      ['decide', 'hook'].flatMap((what) => Array.from({ length: to - from }, (_, index) => `${what} ${from + index}`));
    expect(log).toEqual([...slice(0, 256), ...slice(256, 512), ...slice(512, 600)]);
  });

  it('what is disarmed by a hook of an earlier slice does not fire', () => {
    const loop = new HandLoop();
    const entries = Array.from({ length: 600 }, () => new Entry());
    entries[0]!.onFire = () => {
      for (const entry of entries.slice(300)) loop.disarm(entry);
    };
    for (const entry of entries) loop.arm(entry, 10);
    loop.idleUntil(20);
    expect(entries.filter(({ fired }) => fired.length > 0)).toHaveLength(256 + 44);
    expect(loop.armed).toBe(0);
  });

  it('100,000 due at once: other turns of the loop come in between, and what they disarm does not fire', () => {
    const loop = new HandLoop();
    const entries: Entry[] = [];
    for (let index = 0; index < 100_000; index++) {
      // A hook takes 10 µs: a slice of 256 takes 2.56 ms.
      const entry = new Entry(() => loop.pass(0.01));
      entries.push(entry);
      loop.arm(entry, index % 2 === 0 ? 5000 : 10);
    }
    loop.pass(5000);
    loop.timers();
    let turns = 0;
    let most = 0;
    let last = entries.length - 1;
    while (loop.armed > 0 && turns++ < 10_000) {
      const before = loop.armed;
      loop.check();
      loop.timers();
      most = Math.max(most, before - loop.armed);
      loop.disarm(entries[last--]!);
      if (loop.hostTimers > 0) loop.pass(1);
    }
    expect(loop.armed).toBe(0);
    expect(turns).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(512);
    expect(entries.filter(({ fired }) => fired.length === 0).length).toBeGreaterThan(100);
    expect(entries.filter(({ fired }) => fired.length > 1)).toEqual([]);
  });

  it('an entry armed with 0 by its own hook fires in a later turn, for ever, and starves nobody', () => {
    const loop = new HandLoop();
    const entry = new Entry(() => loop.arm(entry, loop.clock.time));
    const other = new Entry();
    loop.arm(entry, 1);
    loop.arm(other, 50);
    let mostInATurn = 0;
    for (let turn = 0; turn < 200; turn++) {
      const before = entry.fired.length;
      loop.check();
      loop.timers();
      mostInATurn = Math.max(mostInATurn, entry.fired.length - before);
      loop.pass(1);
    }
    expect(mostInATurn).toBe(1);
    expect(entry.fired.length).toBeGreaterThan(50);
    expect(other.fired).toHaveLength(1);
  });

  it('arming from a hook never delays another entry that is due', () => {
    for (const distance of [1, 255, 256, 1023, 1024, 65_536]) {
      const loop = new HandLoop();
      const others = Array.from({ length: 20 }, () => new Entry());
      const first = new Entry(() => {
        for (let index = 0; index < 20; index++) loop.arm(new Entry(), loop.clock.time + distance);
      });
      loop.arm(first, 300);
      for (const [index, other] of others.entries()) loop.arm(other, 300 + index);
      loop.idleUntil(400);
      for (const [index, { fired }] of others.entries()) {
        expect(fired).toHaveLength(1);
        expect(fired[0]).toBeLessThanOrEqual(300 + index + 2);
      }
    }
  });

  it('a hook that throws is reported once, stops no other entry, and the next wake comes', () => {
    const reported: unknown[] = [];
    const sinks = globalThis as { reportError?: (error: unknown) => void };
    const before = sinks.reportError;
    sinks.reportError = (error) => reported.push(error);
    try {
      const loop = new HandLoop();
      const thrown = new Error('thrown by a hook');
      const entries = Array.from({ length: 5 }, (_, index) => {
        return new Entry(() => {
          if (index === 2) throw thrown;
        });
      });
      for (const entry of entries) loop.arm(entry, 10);
      const later = new Entry();
      loop.arm(later, 20);
      loop.idleUntil(40);
      expect(entries.map(({ fired }) => fired.length)).toEqual([1, 1, 1, 1, 1]);
      expect(later.fired).toHaveLength(1);
      expect(reported).toEqual([thrown]);
    } finally {
      if (before === undefined) delete sinks.reportError;
      else sinks.reportError = before;
    }
  });

  it('I/O that never pauses cannot put a timeout off for ever', () => {
    const loop = new HandLoop();
    const entry = new Entry();
    loop.arm(entry, 60);
    // Every turn is late by 30 ms, and its timers run late by as much.
    let turns = 0;
    while (entry.fired.length === 0 && turns++ < 1000) {
      loop.pass(30);
      loop.check();
      loop.timers();
    }
    // Its lag, and four waits of 25 ms in turns of 30.
    expect(entry.fired[0]).toBeLessThanOrEqual(60 + 30 + 4 * 60);
  });
});

describe('the host scheduler', () => {
  it('counts what is armed: once however often it is armed, and disarming twice is nothing', () => {
    const scheduler = new HostScheduler();
    const entry = new Entry();
    const at = monotonicClock.now() + 60_000;
    scheduler.arm(entry, at);
    scheduler.arm(entry, at + 1);
    expect(scheduler.armed).toBe(1);
    scheduler.disarm(entry);
    scheduler.disarm(entry);
    expect(scheduler.armed).toBe(0);
    scheduler.arm(entry, at);
    expect(scheduler.armed).toBe(1);
    scheduler.disarm(entry);
    expect(scheduler.armed).toBe(0);
    expect(entry.fired).toEqual([]);
  });

  it('fires once; disarming afterwards is nothing, and the node can be armed again', async () => {
    const scheduler = new HostScheduler();
    let done: () => void = () => {};
    const entry = new Entry(() => done());
    for (let round = 1; round <= 3; round++) {
      const fired = new Promise<void>((resolve) => {
        done = resolve;
      });
      const at = monotonicClock.now() + 3.3;
      scheduler.arm(entry, at);
      await fired;
      expect(entry.fired).toHaveLength(round);
      expect(entry.fired[round - 1]).toBeGreaterThanOrEqual(at);
      scheduler.disarm(entry);
      expect(scheduler.armed).toBe(0);
    }
  });

  it('fires while immediates and I/O go on without a pause', async () => {
    const scheduler = new HostScheduler();
    let busy = true;
    const spin = () => {
      if (busy) setImmediate(spin);
    };
    spin();
    await new Promise<void>((resolve) => scheduler.arm(new Entry(resolve), monotonicClock.now() + 5));
    busy = false;
    expect(scheduler.armed).toBe(0);
  });

  it('runs what was put off to the end of the turn once, in order, in a later turn', async () => {
    const scheduler = new HostScheduler();
    const ran: number[] = [];
    for (let index = 0; index < 3; index++) scheduler.endOfTurn(() => ran.push(index));
    await Promise.resolve();
    expect(ran).toEqual([]);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(ran).toEqual([0, 1, 2]);
  });

  it('a throw at the end of the turn is reported once, and what comes after it still runs', async () => {
    const sinks = globalThis as { reportError?: (error: unknown) => void };
    const before = sinks.reportError;
    const reported: unknown[] = [];
    sinks.reportError = (error) => reported.push(error);
    try {
      for (const scheduler of [new HostScheduler(), new ManualScheduler()]) {
        const ran: number[] = [];
        const thrown = new Error('thrown by a signal');
        scheduler.endOfTurn(() => {
          throw thrown;
        });
        scheduler.endOfTurn(() => ran.push(1));
        if (scheduler instanceof ManualScheduler) scheduler.endTurn();
        else await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        expect([ran, reported.splice(0)]).toEqual([[1], [thrown]]);
      }
    } finally {
      if (before === undefined) delete sinks.reportError;
      else sinks.reportError = before;
    }
  });
});

const PRELUDE = `
  import { timed } from 'timed-operation';
  const never = () => new Promise(() => {});
  const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  process.on('exit', () => console.log('exit'));
`;

describe('the life of the process', () => {
  it('ends after the last disarm, whatever the host timer was set for', async () => {
    const { code, stdout } = await runScript(`${PRELUDE}
      const calls = Array.from({ length: 100 }, () => timed(never, 600_000));
      for (const call of calls) { call.catch(() => {}); call.cancel(); }
    `);
    expect([code, stdout]).toEqual([0, 'exit\n']);
  });

  it('waits for a referenced operation, in the wake of an unreferenced one too', async () => {
    const { code, stdout } = await runScript(`${PRELUDE}
      timed(never, { timeout: 5, ref: false }).catch(() => {});
      setTimeout(() => timed(never, 50).catch(() => console.log('fired')), 6);
      block(30);
    `);
    expect([code, stdout]).toEqual([0, 'fired\nexit\n']);
  });

  it('does not wait for unreferenced operations', async () => {
    const { code, stdout } = await runScript(`${PRELUDE}
      for (let index = 0; index < 100; index++) timed(never, { timeout: 600_000 + index, ref: false });
    `);
    expect([code, stdout]).toEqual([0, 'exit\n']);
  });

  it('a host without setImmediate polls by a message, and without ref and unref all the same fires', async () => {
    const { code, stdout } = await runScript(`
      const { setTimeout } = globalThis;
      delete globalThis.setImmediate;
      globalThis.setTimeout = (task, ms) => Number(setTimeout(task, ms));
      const { timed } = await import('timed-operation');
      const start = performance.now();
      const error = await timed(() => new Promise(() => {}), 20.5).catch((error) => error);
      console.log(error.code, performance.now() - start >= 20.5);
      process.exit();
    `);
    expect([code, stdout]).toEqual([0, 'ERR_TIMED_OUT true\n']);
  });

  it('no limit however long makes the host warn of an overflow', async () => {
    const { code, stdout, stderr } = await runScript(`${PRELUDE}
      for (const limit of [2 ** 31 - 1, 2 ** 31, 1e12, 2 ** 53, Infinity]) timed(never, { timeout: limit, ref: false });
    `);
    expect([code, stdout, stderr]).toEqual([0, 'exit\n', '']);
  });
});
