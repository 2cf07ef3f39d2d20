import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TimedOperation } from 'timed-operation';
import {
  assertRaces,
  type ExploreOptions,
  explore,
  exploreAsync,
  formatReport,
  type Probe,
  type Progress,
  RaceError,
  type Report,
  type SequentialModel,
} from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';
import { coreProbe } from './core-probe.ts';
import { coreMutants } from './mutants/core-mutants.ts';

/** Three steps in any order. */
const permutations: Probe<string[]> = {
  name: 'permutations',
  setup(world) {
    const order: string[] = [];
    for (const name of ['a', 'b', 'c']) world.anytime(name, () => order.push(name));
    return order;
  },
  outcome: (order) => order.join(''),
};

describe('every strategy', () => {
  test('that is exhaustive makes each run once', () => {
    const report = explore(permutations, { strategy: 'exhaustive' });
    expect(report.schedules).toBe(6);
    expect([...report.outcomes].sort()).toEqual([
      ['abc', 1],
      ['acb', 1],
      ['bac', 1],
      ['bca', 1],
      ['cab', 1],
      ['cba', 1],
    ]);
  });

  test.each([
    [0, 1],
    [1, 4],
    [2, 6],
    [3, 6],
  ])('that is bounded by %i deviations makes each run within the bound once: %i', (deviations, schedules) => {
    const report = explore(permutations, { strategy: { deviations } });
    expect(report.schedules).toBe(schedules);
    expect([...report.outcomes.values()].every((count) => count === 1)).toBe(true);
    expect(report.complete).toBe(`deviations ${deviations}`);
  });

  test.each<[string, ExploreOptions]>([
    ['random', { strategy: { random: 200 }, seed: 3 }],
    ['pct', { strategy: { pct: 200 }, seed: 3 }],
  ])('that draws by a seed, %s, draws the same again, and meets all there is', (_name, options) => {
    const [once, again] = [explore(permutations, options), explore(permutations, options)];
    expect(once.outcomes).toEqual(again.outcomes);
    expect(once.outcomes.size).toBe(6);
  });

  test('counts data choices as choices', () => {
    const report = explore(
      {
        name: 'data',
        setup: (world) => world.choose('letter', ['x', 'y', 'z']) + world.choose('digit', [1, 2]),
        outcome: (text) => text,
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['x1', 'x2', 'y1', 'y2', 'z1', 'z2']);
  });
});

describe('time', () => {
  test('moves only by a timer, or by lag; the earliest goes first, and equal instants in any order', () => {
    const report = explore(
      {
        name: 'time',
        setup(world) {
          const seen: string[] = [];
          world.at(10, 'ten', () => seen.push(`ten@${world.now}`));
          world.at(10, 'ten too', () => seen.push(`too@${world.now}`));
          world.at(20, 'twenty', () => seen.push(`twenty@${world.now}`));
          return seen;
        },
        outcome: (seen) => seen.join(' '),
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['ten@10 too@10 twenty@20', 'too@10 ten@10 twenty@20']);
  });

  test('events come after those they are said to come after', () => {
    const report = explore(
      {
        name: 'after',
        setup(world) {
          const seen: string[] = [];
          world.anytime('second', () => seen.push('2'), { after: ['first'] });
          world.anytime('first', () => seen.push('1'));
          return seen;
        },
        outcome: (seen) => seen.join(''),
      },
      { strategy: 'exhaustive' },
    );
    expect([...report.outcomes.keys()]).toEqual(['12']);
  });
});

describe('a report', () => {
  const broken = coreMutants.find((each) => each.name === 'late failure thrown')?.probe() as Probe<unknown>;

  test('of a failure is thrown with its table, and its token replays it', () => {
    let error: unknown;
    try {
      assertRaces(broken);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RaceError);
    const [failure] = (error as RaceError).report.failures;
    expect((error as RaceError).message).toContain(failure?.token);
    const again = explore(broken, { strategy: { replay: failure?.token ?? '' } });
    expect(again.failures[0]?.message).toBe(failure?.message);
    expect(again.schedules).toBe(1);
  });

  test('shrinks what a random strategy found to what the deviations find', () => {
    const [random] = explore(broken, { strategy: { random: 1000 } }).failures;
    const [plain] = explore(broken).failures;
    expect(random?.deviations).toBe(plain?.deviations);
  });

  test('says so when a token no longer fits', () => {
    const report = explore(permutations, { strategy: { replay: 'rt1:permutations:0000:d<a' } });
    expect(report.problems).toEqual(["the token no longer fits: 'd' never came up in place of 'a'"]);
    expect(report.ok).toBe(false);
  });

  test.each([
    ['late success', 'rt1:race:13f9:wake<response+b', 'one-winner'],
    ['timer survives cancel', 'rt1:race:13f9:cancel+a<response+b', 'disarm-at-once'],
    ['cancel beats a queued completion', 'rt1:race:13f9:cancel+a<complete+a', 'one-winner'],
  ])('replays a token on whatever platform it was made: %s', (name, replay, rule) => {
    const mutant = coreMutants.find((each) => each.name === name);
    const report = explore(mutant?.probe() as Probe<unknown>, { strategy: { replay } });
    expect(report.failures[0]?.rule).toBe(rule);
    expect(report.failures[0]?.token).toBe(replay);
  });

  test('a token outlives an event that has nothing to do with it', () => {
    const more: Probe<string[]> = {
      ...permutations,
      setup(world) {
        world.anytime('unrelated', () => {});
        return permutations.setup(world);
      },
    };
    const report = explore(more, { strategy: { replay: 'rt1:permutations:0000:c<a' } });
    expect(report.problems).toEqual([]);
    expect([...report.outcomes.keys()]).toEqual(['cab']);
  });

  test.each(['', 'rt2:a:b:c', 'rt1:a', 'rt1:a:b:c<'])('refuses %j as a token', (replay) => {
    expect(() => explore(permutations, { strategy: { replay } })).toThrow(SyntaxError);
  });

  test('fails for outcomes that are forbidden, and for those that never came', () => {
    const outcomes = { abc: 'required', xyz: 'required' } as const;
    expect(explore(permutations, { outcomes }).failures[0]?.rule).toBe('outcome');
    const report = explore(permutations, { outcomes, others: 'acceptable' });
    expect(report.problems).toEqual(["the outcome 'xyz' never came"]);
  });

  test('fails for orders and marks that were never exercised', () => {
    const report = explore(coreProbe({ operations: 1 }), { races: ['response', 'internalCancel'], marks: ['never'] });
    expect(report.problems).toEqual([
      'this order was never exercised: response, internalCancel',
      'this order was never exercised: response, completion, internalCancel',
      'this order was never exercised: internalCancel, response',
      'this order was never exercised: internalCancel, completion, response',
      'this was never exercised: internalCancel in WAITING_RESPONSE',
      'this was never exercised: internalCancel in fulfilled',
      "the mark 'never' was never reached",
    ]);
  });

  test('points out outcomes that are interesting', () => {
    const report = explore(permutations, { outcomes: { cba: 'interesting' }, others: 'acceptable' });
    expect(report.ok).toBe(true);
    expect(report.interesting).toEqual(['cba']);
    expect(formatReport(report)).toContain("interesting: the outcome 'cba' came in 2 runs");
  });

  test('of the default strategy says which bound was completed, also within a budget', () => {
    const small = explore(permutations);
    expect(small.complete).toBe('exhaustive');
    const large = explore(coreProbe({ operations: 3, disconnect: true, lag: true, unpruned: true }), { budgetMs: 30 });
    expect(large.complete).toMatch(/^deviations [0-3]$/);
  });

  test('tells the progress of a long check', () => {
    const told: Progress[] = [];
    explore(coreProbe({ operations: 2, disconnect: true }), {
      budgetMs: 2500,
      strategy: { random: 10_000_000 },
      progress: (each) => told.push(each),
    });
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]?.strategy).toContain('random');
  });
});

test("a platform's own abort signal may be asked for", () => {
  const report = explore({
    name: 'platform signal',
    setup(world) {
      const signal = AbortSignal.any([world.abort('abort', { platform: true })]);
      const operation = new TimedOperation<string>(world.runtime, {}, undefined);
      signal.addEventListener('abort', () => operation.cancel(signal.reason));
      if (operation.submit(() => {})) operation.arm(100);
    },
  });
  expect([...report.outcomes.keys()].sort()).toEqual(['cancelled', 'timedOut']);
});

describe('a mistake in a probe has a message that names it', () => {
  const messageOf = (probe: Probe<unknown>, options?: ExploreOptions) => formatReport(explore(probe, options));

  test('a real timer', () => {
    const probe: Probe<void> = {
      name: 'timer',
      setup(world) {
        world.anytime('start', () => {
          clearTimeout(setTimeout(() => {}, 5));
        });
      },
    };
    expect(messageOf(probe)).toContain('the probe used setTimeout: a real timer is no part of the run');
  });

  test('chance', () => {
    const probe: Probe<number> = { name: 'chance', setup: () => Math.random() };
    expect(messageOf(probe)).toContain('the probe used Math.random');
  });

  test.each<[string, (probe: Probe<Socket>) => Report | Promise<Report>]>([
    ['explore', explore],
    ['exploreAsync', exploreAsync],
    ['exploreAsync, by hops', (probe) => exploreAsync(probe, { byHop: true, strategy: 'natural' })],
  ])('a real socket that nobody waits for, in %s', async (_name, check) => {
    const sockets: Socket[] = [];
    const accepted: Socket[] = [];
    const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const report = await check({
      name: 'socket',
      setup() {
        const socket = connect({ host: '127.0.0.1', port });
        sockets.push(socket.on('error', () => {}));
        return socket;
      },
    });
    // The next check counts what is open when it begins.
    for (const socket of sockets) if (!socket.closed) await once(socket.destroy(), 'close');
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    expect(report.ok).toBe(false);
    expect(formatReport(report)).toMatch(
      /a real TCP\w+: what comes from outside is no part of the run; use `world.pipe`/,
    );
  });

  test('anything else that is not on the tape', () => {
    let runs = 0;
    const probe: Probe<void> = {
      name: 'counts its runs',
      setup(world) {
        runs++;
        world.anytime(runs % 2 === 0 ? 'even' : 'odd', () => {});
        world.anytime('other', () => {});
      },
    };
    expect(messageOf(probe)).toContain('two runs of the same tape differed');
  });

  test('a run without an end', () => {
    const probe: Probe<void> = {
      name: 'endless',
      setup(world) {
        const again = () => world.anytime('again', again);
        again();
      },
    };
    expect(messageOf(probe, { strategy: 'natural', maxSteps: 50 })).toContain('not over after 50 steps');
  });

  test('an operation that is never decided', () => {
    const probe: Probe<void> = {
      name: 'waits for ever',
      setup(world) {
        new TimedOperation(world.runtime, {}, undefined).submit(() => {});
      },
    };
    expect(messageOf(probe)).toContain('it is still pending, and nothing is left to happen');
  });

  test('code that awaits, where nothing can run it', () => {
    const probe: Probe<void> = {
      name: 'awaits',
      setup(world) {
        world.settles((async () => world.now)());
      },
    };
    expect(messageOf(probe)).toContain('this probe is async: use `exploreAsync`');
  });

  test('something held', () => {
    expect(messageOf({ name: 'leak', setup: (world) => world.track('a socket') })).toContain('still held: a socket');
  });

  test('a point that must not be reached', () => {
    const probe: Probe<void> = {
      name: 'unreachable',
      setup: (world) => world.anytime('event', () => world.unreachable('never here')),
    };
    expect(messageOf(probe)).toContain('unreachable: never here');
  });
});

describe('calls', () => {
  const register: SequentialModel<string> = {
    init: () => '',
    step(state, { name, input, status, output }) {
      if (name === 'set') return String(input);
      return status === 'open' || output === state ? state : false;
    },
  };

  /** A register whose reads may see a copy that is behind. */
  const probe = (stale: boolean): Probe<void> => ({
    name: 'register',
    setup(world) {
      let value = '';
      let copy = '';
      const call = (name: string, input: string, act: () => string) => {
        const operation = new TimedOperation<string>(world.runtime, {}, undefined, { name: `${name} ${input}` });
        if (operation.submit(() => {})) operation.arm(100);
        world.call(name, input, operation);
        world.anytime(`${name} ${input}`, () => operation.respond(act()));
      };
      call('set', 'x', () => {
        value = 'x';
        if (!stale) copy = value;
        return 'done';
      });
      world.anytime('read', () => call('get', '', () => copy), { after: ['complete set x'] });
    },
  });

  test('that a sequential model explains are fine', () => {
    expect(explore(probe(false), { model: register }).failures).toEqual([]);
  });

  test('that none explains are a failure', () => {
    const [failure] = explore(probe(true), { model: register }).failures;
    expect(failure?.rule).toBe('linearizability');
    expect(failure?.message).toContain('no order of these calls explains their outcomes');
  });
});
