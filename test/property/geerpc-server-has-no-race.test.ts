import { createServer, method, type RpcServer, service } from 'timed-operation/geerpc';
import { GobDecoder, GobEncoder, int, string, struct, uint } from 'timed-operation/geerpc/gob';
import {
  assertRacesAsync,
  exploreAsync,
  type Faults,
  formatReport,
  type Probe,
  type World,
} from 'timed-operation/testing';
import { expect, test } from 'vitest';
import { concat } from '../../src/adapters/geerpc/concat.ts';
import { encodeOption } from '../../src/adapters/geerpc/option.ts';
import { RequestLoop } from '../../src/adapters/geerpc/request-loop.ts';
import { racePort } from '../adapters/geerpc/support/race-port.ts';

const Work = service('Work', { Run: method(int, int) });
const Header = struct('Header', { ServiceMethod: string, Seq: uint, Error: string });

interface Answer {
  readonly seq: number;
  readonly error: string;
  readonly body: unknown;
}

interface Seen {
  readonly server: RpcServer;
  /** What came back over the wire. */
  readonly answers: Answer[];
  /** Whether the connection was broken: what was on its way is lost. */
  cut: boolean;
  /** The requests whose handlers were begun, and how many have ended. */
  readonly begun: number[];
  ended: number;
  late: number;
}

interface Situation {
  readonly name: string;
  readonly requests: number;
  readonly faults?: Faults;
  readonly shutdown?: boolean;
  /** Without the shutdown at the end, whose orders with everything else are too many for all to be tried. */
  readonly small?: boolean;
}

/** A server whose handlers take no notice of their signals, and a client that says what it has to say and listens. */
function situation({ name, requests, faults = {}, shutdown = false, small = false }: Situation): Probe<Seen> {
  return {
    name,
    setup(world) {
      const { runtime } = world;
      const pipe = world.pipe(faults);
      const server = createServer({ runtime });
      const seen: Seen = { server, answers: [], cut: faults.halfClose === true, begun: [], ended: 0, late: 0 };
      server.on('late', () => seen.late++);
      server.register(Work, { Run: (n) => handler(world, seen, n) });
      server.accept(racePort(pipe.server, world, 'server'));
      listen(world, pipe.client, seen);
      const encoder = new GobEncoder();
      const option = encodeOption({ codec: 'application/gob', connectTimeout: 0n, handleTimeout: 50_000_000n });
      const chunks: Uint8Array[] = [option];
      for (let seq = 1; seq <= requests; seq++)
        chunks.push(encoder.encodeAll([Header, { ServiceMethod: 'Work.Run', Seq: seq, Error: '' }], [int, seq]));
      pipe.client.write(concat(chunks.slice(0, 2), option.length + (chunks[1] as Uint8Array).length));
      for (const chunk of chunks.slice(2)) pipe.client.write(chunk);
      if (shutdown)
        world.anytime('shutdown', () => world.settles(server.close({ drain: 30 }), 'drain'), { maybe: true });
      if (!small) world.at(5_000, 'close', () => world.settles(server.close(), 'shutdown'));
      return seen;
    },
    quiet({ server, answers, cut, begun, ended, late }, world) {
      const seqs = answers.map(({ seq }) => seq);
      world.always(new Set(seqs).size === seqs.length, `requests were answered more than once: ${seqs}`);
      for (const { seq, error, body } of answers) world.always(error !== '' || body === 2 * seq, `${seq} got ${body}`);
      const unanswered = begun.filter((seq) => !seqs.includes(seq));
      world.always(cut || unanswered.length === 0, `no answer to ${unanswered}, which ran`);
      world.always(
        ended === begun.length && server.stats.abandoned === 0,
        'a handler that has ended counts as running',
      );
      world.always(server.stats.late === late, `${server.stats.late} late ends, ${late} events`);
      if (cut || !small) world.always(server.stats.connections === 0, 'a connection is left');
      if (late > 0) world.sometimes('late end');
      if (unanswered.length > 0) world.sometimes('client gone first');
    },
    outcome: ({ answers, late }) => `${answers.map(({ error, seq }) => error || seq).join(' ')}, ${late} late`,
  };
}

function handler(world: World, seen: Seen, n: number): Promise<number> {
  seen.begun.push(n);
  return new Promise((resolve) => {
    world.anytime(`handler ${n} ends`, () => {
      seen.ended++;
      resolve(2 * n);
    });
  });
}

/** Takes the answers in, as they come. */
function listen(world: World, port: ReturnType<World['pipe']>['client'], seen: Seen): void {
  const decoder = new GobDecoder();
  let header: { Seq: number; Error: string } | undefined;
  port.ondata = (bytes) => {
    decoder.push(bytes);
    for (;;) {
      header ??= decoder.decode(Header);
      if (header === undefined || !decoder.ready()) return;
      const { Seq: seq, Error: error } = header;
      header = undefined;
      const body = error === '' ? decoder.decode(int) : decoder.skip();
      seen.answers.push({ seq, error, body });
      if (error === '') world.sometimes('answered');
      else world.sometimes(error.startsWith('rpc server: request handle timeout') ? 'handle timeout' : error);
    }
  };
  port.onend = () => port.end();
  port.onclose = (error) => {
    seen.cut ||= error !== undefined;
  };
}

const RACES = ['answered', 'handle timeout', 'late end'];
const DOWN = 'rpc server: shutting down';

test.each([
  ['the end, the timeout and the late end of one', { name: 'end', requests: 1, small: true }, RACES],
  ['the ends, the timeouts and the late ends of two', { name: 'ends', requests: 2, small: true }, RACES],
  [
    'the same of one, and a reset',
    { name: 'reset', requests: 1, small: true, faults: { reset: true } },
    [...RACES, 'client gone first'],
  ],
] as const)('requests are answered once at most, in every order there is of %s', async (_name, probe, marks) => {
  const report = await assertRacesAsync(situation(probe), { strategy: 'exhaustive', maxSchedules: 400_000, marks });
  console.log(formatReport(report));
  expect(report.complete).toBe('exhaustive');
});

test('a request is answered once at most, in every order with a shutdown that has three steps out of place', async () => {
  const probe = situation({ name: 'shutdown', requests: 1, small: true, shutdown: true });
  const report = await assertRacesAsync(probe, { strategy: { deviations: 3 }, marks: [...RACES, DOWN] });
  console.log(formatReport(report));
});

test.each([
  [
    'bytes that are cut and merged',
    { name: 'bytes', requests: 2, faults: { split: [1, 520, 600], merge: true } },
    RACES,
  ],
  [
    'a reset and a half-close',
    { name: 'disconnects', requests: 2, faults: { reset: true, halfClose: true } },
    [...RACES, 'client gone first'],
  ],
  [
    'a shutdown, and bytes that are held',
    { name: 'shutdown', requests: 2, shutdown: true, faults: { late: true, split: [520] } },
    [...RACES, DOWN],
  ],
] as const)('two requests are each answered once at most, in any order of %s', async (_name, probe, marks) => {
  const report = await assertRacesAsync(situation(probe), {
    budgetMs: Number(process.env['GEERPC_RACE_MS'] ?? 4_000),
    maxSteps: 5_000,
    marks,
  });
  console.log(formatReport(report));
});

test('a server that answers the late end of a handler, too, is found out', async () => {
  const { lateEnd } = RequestLoop.prototype;
  RequestLoop.prototype.lateEnd = function (operation) {
    lateEnd.call(this, operation);
    this.writer.error(operation.data.header, 'late');
  };
  try {
    const probe = situation({ name: 'end', requests: 1, small: true });
    expect((await exploreAsync(probe, { strategy: 'exhaustive' })).failures).not.toEqual([]);
  } finally {
    RequestLoop.prototype.lateEnd = lateEnd;
  }
});
