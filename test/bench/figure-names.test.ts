import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peerNames } from '../../bench/peers/names.ts';
import type { Figure, Suite } from '../../bench/runner/figure.ts';
import { suite as arcus } from '../../bench/suites/arcus.ts';
import { suite as geerpc } from '../../bench/suites/geerpc.ts';
import { suite as scheduler } from '../../bench/suites/scheduler.ts';
import { suite as timed } from '../../bench/suites/timed.ts';

// The suites run whole; only the processes they start are made up here, and whatever those are asked for is 1.
vi.mock('../../bench/runner/child.ts', () => ({
  runChild: async (name: string, input: Record<string, unknown>, options?: { onLine?: (line: string) => void }) => {
    options?.onLine?.(name === 'load-server' ? '{"tcp":1,"http":1}' : '1');
    return answers(name, input);
  },
}));
vi.mock('../../bench/cache/server-process.ts', () => ({ startServer: async () => ({ port: 1, stop() {} }) }));
vi.mock('../../test/interop/go-geerpc.ts', () => ({
  GoGeeRpc: class {
    serve = async () => 'address';
    bench = async () => 1;
    close = async () => {};
  },
}));

const requests = (client: unknown) => Array.from({ length: 10_000 }, (_, i) => `${client}-${i}`);

function answers(name: string, { pending, client }: Record<string, unknown>): object {
  if (name === 'load-client') {
    const deadlines = Object.fromEntries(requests(client).map((id) => [id, '1000000000']));
    return { deadlines, timedOut: [], failures: [] };
  }
  if (name !== 'arm-disarm') return new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : 1) });
  return pending ? { ours: 1, empty: 1 } : { f0: 1, ours: 1, node: 1, alloc: 1, 'alloc-clock': 1 };
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => ({
    json: async () => Object.fromEntries(requests(url.split('client=')[1]).map((id) => [id, '0'])),
  }));
});
afterEach(() => vi.unstubAllGlobals());

/** NAME with `to` of each figure of ours in a full run. */
async function ours(suite: Suite): Promise<Map<string, Set<string | undefined>>> {
  const figures: Figure[] = [];
  const lost = (what: string, error: unknown) => {
    throw new Error(`${what}: ${error}`);
  };
  await suite.run((figure) => figures.push(figure), { quick: false, progress: () => {}, lost });
  const names = new Map<string, Set<string | undefined>>();
  for (const { name, impl, to } of figures) {
    if (impl === 'ours') names.set(name, (names.get(name) ?? new Set()).add(to));
  }
  return names;
}

// What the issues ask for, by the names they have there.
const table: readonly [Suite, Readonly<Record<string, readonly string[]>>][] = [
  [
    scheduler,
    {
      'arm-disarm/deadline/same/0': ['f0', 'node'],
      'arm-disarm/deadline/random/0': ['f0', 'node'],
      'arm-disarm/delay/same/0': ['f0', 'node'],
      'arm-disarm/delay/random/0': ['f0', 'node'],
      'arm-disarm/deadline/same/1000000': ['empty'],
      'heap-per-timer': [],
      'wake-share': [],
      'burst-block-ms': [],
      'wakes-idle': [],
    },
  ],
  [
    timed,
    {
      microtask: ['bare', ...peerNames],
      'pending-1000': ['bare', ...peerNames],
      'heap-pending': [],
      'burst-cpu': [],
      'burst-block-ms/timed': [],
      'long-signal': ['plain'],
      'long-signal-kept': [],
      'false-timeouts/tcp': [],
      'false-timeouts/http': [],
      'false-timeouts/fetch': [],
      'false-timeouts/fetch-gzip': [],
    },
  ],
  [
    geerpc,
    {
      'sum/1': ['json-floor', 'birpc', 'grpc-js', 'go'],
      'sum/64': ['json-floor', 'birpc', 'grpc-js', 'go'],
      'deadlines-cost/64': ['off'],
    },
  ],
  [
    arcus,
    {
      ...Object.fromEntries(
        ['get', 'set'].flatMap((operation) =>
          [1, 64, 1000].map((inFlight) => [
            `${operation}/${inFlight}`,
            ['promise-floor', 'raw', 'memjs', 'memcached', 'memcache-client', 'memcache', 'ioredis', '@redis/client'],
          ]),
        ),
      ),
      'deadlines-cost/64': ['off'],
      'deadlines-cost/1000': ['off'],
    },
  ],
];

it.each(table)(
  'suite $name prints every figure the issues name, as ours and to what they name',
  async (suite, wanted) => {
    const names = await ours(suite);
    const missing = Object.entries(wanted).flatMap(([name, tos]) =>
      names.has(name) ? tos.filter((to) => !names.get(name)?.has(to)).map((to) => `${name} to ${to}`) : [name],
    );
    expect(missing).toEqual([]);
  },
);

it('suite harness names its figures as the issues do', () => {
  const source = readFileSync('bench/suites/harness.ts', 'utf8');
  const names = ['schedules/core', 'schedules/async', 'schedules/hop', 'exhaustive/4ops-seconds'];
  const mutants = ['mutants/count', 'mutants/killed-share', 'mutants/median-deviations'];
  expect([...names, ...mutants].filter((name) => !source.includes(`'${name}'`))).toEqual([]);
});
