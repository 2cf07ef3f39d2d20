import { dial, method, type RpcClient, service } from 'timed-operation/geerpc';
import { GobDecoder, GobEncoder, int, string, struct, uint } from 'timed-operation/geerpc/gob';
import { assertRacesAsync, type Faults, formatReport, type Probe, type World } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { racePort } from '../adapters/geerpc/support/race-port.ts';

const Slow = service('Slow', { Double: method(int, int) });
const Header = struct('Header', { ServiceMethod: string, Seq: uint, Error: string });

interface Seen {
  client?: RpcClient;
  settled: number;
  /** Calls whose response came too late. */
  late: number;
  readonly outcomes: string[];
}

interface Situation {
  readonly name: string;
  /** The limit of each call: ms. */
  readonly limits: readonly number[];
  readonly faults?: Faults;
  readonly cancel?: boolean;
  readonly close?: boolean;
}

/** A client, and a peer that answers each request at any moment: with the double, or every second one with an error. */
function situation({ name, limits, faults = {}, cancel = false, close = false }: Situation): Probe<Seen> {
  return {
    name,
    setup(world) {
      const { runtime } = world;
      const pipe = world.pipe(faults);
      const seen: Seen = { settled: 0, late: 0, outcomes: [] };
      answer(world, pipe.server);
      const port = racePort(pipe.client, world, 'client');
      const connect = () => {
        queueMicrotask(() => port.onOpen());
        return port;
      };
      dial('tcp@a:1', { runtime, connect, connectTimeout: Number.POSITIVE_INFINITY }).then((client) => {
        seen.client = client;
        client.on('late', () => seen.late++);
        limits.forEach((timeout, index) => {
          const call = client.bind(Slow).Double(index + 1, { timeout });
          follow(world, seen, call, index + 1);
          if (cancel && index === 0) world.anytime('cancel 1', () => call.cancel(), { maybe: true });
        });
        if (close) world.anytime('close', () => world.settles(client.close({ drain: 20 }), 'close'), { maybe: true });
      });
      return seen;
    },
    quiet({ client, settled, late }, world) {
      world.always(settled === limits.length, `${settled} of ${limits.length} calls have settled`);
      world.always(client?.stats.inFlight === 0 && client.stats.queued === 0, 'the client holds a call');
      world.always(client?.stats.late === late, `${client?.stats.late} late responses, ${late} events`);
      if (late > 0) world.sometimes('late response');
    },
    outcome: ({ outcomes, late }) => `${[...outcomes].sort().join(', ')}; ${late} late`,
  };
}

function follow(world: World, seen: Seen, call: ReturnType<RpcClient['call']>, n: number): void {
  world.expect(call.operation, 2 * n);
  const note = (text: string) => {
    seen.settled++;
    seen.outcomes.push(`${n} ${text}`);
    world.sometimes(text);
  };
  call.then(
    () => note('answered'),
    (error: Error & { code?: string }) => {
      world.always(n % 2 === 0 || error.code !== 'ERR_GEERPC_REMOTE', `${n} was given the error of another`);
      note(error.code ?? error.message);
    },
  );
}

/** The peer. */
function answer(world: World, port: ReturnType<World['pipe']>['server']): void {
  const decoder = new GobDecoder();
  const encoder = new GobEncoder();
  let header: { Seq: number } | undefined;
  let optionLeft = 512;
  port.ondata = (bytes) => {
    const rest = bytes.subarray(optionLeft);
    optionLeft = Math.max(0, optionLeft - bytes.length);
    decoder.push(rest);
    for (;;) {
      header ??= decoder.decode(Header);
      if (header === undefined || !decoder.ready()) return;
      const { Seq } = header;
      header = undefined;
      const n = decoder.decode(int) as number;
      const reply = { ServiceMethod: '', Seq, Error: n % 2 === 0 ? 'even' : '' };
      const body = n % 2 === 0 ? ([struct('', {}), {}] as const) : ([int, 2 * n] as const);
      world.anytime(`answer ${n}`, () => port.write(encoder.encodeAll([Header, reply], body as never)), {
        lane: 'net',
      });
    }
  };
  port.onend = () => port.end();
}

const nightly = process.env['TIMED_OPERATION_NIGHTLY'] === '1';
const RACES = ['answered', 'ERR_TIMED_OUT', 'late response'];
const CANCELLED = 'ERR_CANCELLED';
const REMOTE = 'ERR_GEERPC_REMOTE';

test.each([
  ['the response and the timeout of one', { name: 'one', limits: [50] }, RACES],
  ['these and a cancel', { name: 'cancel', limits: [50], cancel: true }, [...RACES, CANCELLED]],
  ['these and a reset', { name: 'reset', limits: [50], faults: { reset: true } }, [...RACES, CANCELLED]],
  ['the responses and the timeouts of two', { name: 'two', limits: [50, 60] }, [...RACES, REMOTE]],
] as const)(
  'every call decides once, with its own response, in every order there is of %s',
  async (_name, probe, marks) => {
    const report = await assertRacesAsync(situation(probe), { strategy: 'exhaustive', maxSchedules: 300_000, marks });
    console.log(formatReport(report));
    expect(report.complete).toBe('exhaustive');
  },
);

test('every call decides once, with its own response, in every order there is of one and a close with a drain', async () => {
  const probe = situation({ name: 'close', limits: [50], close: true });
  // Every order is a matter of minutes: the nightly's.
  const strategy = nightly ? 'exhaustive' : ({ deviations: 3 } as const);
  const report = await assertRacesAsync(probe, { strategy, maxSchedules: 1_000_000, marks: [...RACES, CANCELLED] });
  console.log(formatReport(report));
  expect(report.complete).toBe(nightly ? 'exhaustive' : 'deviations 3');
});

test('two calls decide once each, with all that can happen to them at once, in any order', async () => {
  const faults = { split: [1, 30], merge: true, late: true, reset: true, halfClose: true } as const;
  const probe = situation({ name: 'all', limits: [50, 60], cancel: true, close: true, faults });
  const report = await assertRacesAsync(probe, {
    budgetMs: Number(process.env['GEERPC_RACE_MS'] ?? 4_000),
    maxSteps: 5_000,
    marks: [...RACES, CANCELLED, REMOTE],
  });
  console.log(formatReport(report));
});
