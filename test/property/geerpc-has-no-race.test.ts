import { createServer, dial, method, type RpcClient, type RpcServer, service } from 'timed-operation/geerpc';
import { int } from 'timed-operation/geerpc/gob';
import { assertRacesAsync, type Faults, formatReport, type Probe, type World } from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { racePort } from '../adapters/geerpc/support/race-port.ts';

const Slow = service('Slow', { Double: method(int, int) });

interface Seen {
  readonly server: RpcServer;
  client?: RpcClient;
  /** How often each call settled. */
  readonly settled: [number, number];
  readonly outcomes: [string, string];
  dialled: string;
}

/** A client and a server over a pipe that can break; two calls whose handlers end at any moment, or late, or throw. */
function situation(faults: Faults, events: (world: World, seen: Seen) => void = () => undefined): Probe<Seen> {
  return {
    name: 'two calls',
    setup(world) {
      const { runtime } = world;
      const pipe = world.pipe(faults);
      const server = createServer({ runtime });
      const seen: Seen = { server, settled: [0, 0], outcomes: ['', ''], dialled: '' };
      server.register(Slow, {
        Double: (n, { signal }) =>
          new Promise((resolve, reject) => {
            world.anytime(`handler ${n} ends`, () => resolve(2 * n));
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      });
      server.accept(racePort(pipe.server, world, 'server'));
      const port = racePort(pipe.client, world, 'client');
      const connect = () => {
        world.anytime('connected', () => port.onOpen(), { lane: 'net' });
        return port;
      };
      const dialled = dial('tcp@a:1', { runtime, connect, connectTimeout: 40, handleTimeout: 60 });
      world.settles(dialled, 'the dial');
      dialled.then(
        (client) => {
          seen.dialled = 'connected';
          seen.client = client;
          call(world, seen, client, 0);
          call(world, seen, client, 1);
        },
        (error: Error) => {
          seen.dialled = error.message;
        },
      );
      events(world, seen);
      return seen;
    },
    quiet({ server, client, settled, dialled }, world) {
      world.always(dialled !== '', 'the dial came to nothing');
      if (client === undefined) return;
      world.sometimes('dialled');
      world.always(settled[0] === 1 && settled[1] === 1, `the calls settled ${settled} times`);
      world.always(client.stats.inFlight + client.stats.queued === 0, 'the client holds a call');
      world.always(server.stats.abandoned === 0, 'a handler that ended counts as running');
    },
    outcome: ({ outcomes, dialled }) => `${dialled}: ${outcomes}`,
  };
}

function call(world: World, seen: Seen, client: RpcClient, index: 0 | 1): void {
  const n = index + 1;
  const promise = client.bind(Slow).Double(n, { timeout: 50 * n });
  world.expect(promise.operation, 2 * n);
  world.settles(promise, `call ${n}`);
  const note = (text: string) => {
    seen.settled[index]++;
    seen.outcomes[index] = text;
  };
  promise.then(
    (value) => {
      world.sometimes('answered');
      world.always(value === 2 * n, `call ${n} was given ${value}`);
      note('answered');
    },
    (error: Error) => {
      world.sometimes(error.message.startsWith('rpc server: request handle timeout') ? 'handle timeout' : 'refused');
      note(error.message);
    },
  );
  if (index === 0) world.anytime('cancel 1', () => promise.cancel(), { maybe: true });
}

// At the end the client goes, so that nothing is left open.
const leave = (world: World, seen: Seen) =>
  world.at(1_000, 'close', () => {
    world.settles(seen.client?.close() ?? Promise.resolve(), 'close');
    world.settles(seen.server.close(), 'shutdown');
  });

const { GEERPC_RACE_MS } = process.env;
const options = {
  budgetMs: Number(GEERPC_RACE_MS ?? 4_000),
  maxSteps: 5_000,
  marks: ['dialled', 'answered', 'refused'],
};

const situations: readonly (readonly [string, Probe<Seen>])[] = [
  ['responses, timeouts and cancels', situation({}, leave)],
  [
    'bytes that are cut and merged, and held until a deadline has passed',
    situation({ split: [1, 200, 520], merge: true, late: true }, leave),
  ],
  ['a connection that is reset or half closed', situation({ reset: true, halfClose: true }, leave)],
  [
    'a shutdown of the server, with a drain, and of the client',
    situation({}, (world, seen) => {
      leave(world, seen);
      world.anytime('server shutdown', () => world.settles(seen.server.close({ drain: 30 }), 'drain'), { maybe: true });
      world.anytime(
        'client close',
        () => world.settles(seen.client?.close({ drain: 20 }) ?? Promise.resolve(), 'drain'),
        { maybe: true },
      );
    }),
  ],
];

test.each(situations)('every call decides once, with its own response, in any order of %s', async (_name, probe) => {
  const report = await assertRacesAsync(probe, options);
  console.log(formatReport(report), [...report.outcomes.keys()].length, 'outcomes');
  expect(report.schedules).toBeGreaterThan(100);
});
