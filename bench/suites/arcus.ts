import type { CacheWork } from '../cache/cache-contender.ts';
import { cacheFiles } from '../cache/names.ts';
import { startServer } from '../cache/server-process.ts';
import { ratioByRound } from '../rows/ratio.ts';
import { runChild } from '../runner/child.ts';
import type { Report, Suite, SuiteContext } from '../runner/figure.ts';
import { median } from '../runner/median.ts';
import { type Plan, rounds, stepsOf } from '../runner/rounds.ts';
import { type Row, suiteOf } from '../runner/row.ts';

interface Answer {
  readonly cpuUs: number;
  readonly opsPerSecond: number;
}

const IN_FLIGHT = [1, 64, 1_000] as const;
const memcachedPeers = ['memjs', 'memcached', 'memcache-client', 'memcache'];
const impls = Object.keys(cacheFiles);

interface Ports {
  readonly memcached: number;
  readonly redis: number | undefined;
}

type Load = Pick<CacheWork, 'operation' | 'inFlight'>;

/** Those held to a bound: the floors, and ours, also without limits and with a request for each call. */
const near = (impl: string): boolean => ['ours', 'off', 'unmerged', 'promise-floor', 'raw'].includes(impl);

/** Fewer of calls one after another, which take the longest. */
function roundsOf(impl: string, { inFlight }: Load): number {
  if (near(impl)) return inFlight > 1 ? 9 : 5;
  return cacheFiles[impl]?.redis ? 2 : 3;
}

function planOf(load: Load, ports: Ports, quick: boolean): Plan<Answer> {
  return {
    // One call under way has none to be merged with, and a set never has.
    keys: impls.filter((impl) => impl !== 'unmerged' || (load.operation === 'get' && load.inFlight > 1)),
    count: (impl) => (quick ? 1 : roundsOf(impl, load)),
    label: (impl) => `${load.operation}/${load.inFlight} ${impl}`,
    measure: (impl) => {
      const port = cacheFiles[impl]?.redis ? ports.redis : ports.memcached;
      if (port === undefined) return Promise.resolve(undefined);
      // Calls one after another cost the most, and a peer's call several times as much as ours.
      const calls = (load.inFlight === 1 ? 8_000 : 100_000) / (near(impl) ? 1 : 4);
      const warmUp = near(impl) ? 60_000 : 30_000;
      const input = { impl, port, ...load, count: quick ? calls / 4 : calls, warmUp: quick ? warmUp / 2 : warmUp };
      return runChild<Answer>('cache', input, { limit: 60_000 });
    },
  };
}

const rowsOf = (ports: Ports): Row[] =>
  (['get', 'set'] as const).flatMap((operation) => IN_FLIGHT.map((inFlight) => rowOf({ operation, inFlight }, ports)));

function rowOf(load: Load, ports: Ports): Row {
  return {
    steps: (quick) => stepsOf(planOf(load, ports, quick)),
    async run(measuring) {
      const results = await rounds(planOf(load, ports, measuring.quick), measuring);
      reportRow(measuring.report, `${load.operation}/${load.inFlight}`, results);
      if (load.operation === 'get' && load.inFlight > 1) reportDeadlines(measuring.report, load.inFlight, results);
    },
  };
}

export const suite: Suite = {
  name: 'arcus',
  async run(report: Report, context: SuiteContext): Promise<void> {
    const memcached = await startServer('memcached');
    if (memcached === undefined) throw new Error('expected memcached to be installed');
    const redis = await startServer('redis');
    const ports = { memcached: memcached.port, redis: redis?.port };
    try {
      await suiteOf('arcus', rowsOf(ports)).run(report, context);
    } finally {
      memcached.stop();
      redis?.stop();
    }
  },
};

function reportRow(report: Report, name: string, results: ReadonlyMap<string, readonly Answer[]>): void {
  const costs = (impl: string) => (results.get(impl) ?? []).map(({ cpuUs }) => cpuUs);
  const rates = (impl: string) => (results.get(impl) ?? []).map(({ opsPerSecond }) => opsPerSecond);
  const value = (all: readonly number[]) => (all.length > 0 ? median(all) : null);
  for (const impl of results.keys()) {
    report({ name, impl, value: value(costs(impl)), unit: 'µs CPU' });
    report({ name: `${name}/ops`, impl, value: value(rates(impl)), unit: 'ops/s' });
  }
  for (const to of impls) {
    if (to === 'ours' || costs(to).length === 0) continue;
    report({
      name,
      impl: 'ours',
      value: median(costs('ours')),
      unit: 'µs CPU',
      ratio: ratioByRound(costs('ours'), costs(to)),
      to,
    });
  }
  const measured = memcachedPeers.filter((peer) => rates(peer).length > 0);
  if (measured.length === 0) return;
  const best = measured.reduce((a, b) => (median(rates(b)) > median(rates(a)) ? b : a));
  const ratio = ratioByRound(rates('ours'), rates(best));
  report({ name: `${name}/ops`, impl: 'ours', value: median(rates('ours')), unit: 'ops/s', ratio, to: best });
}

function reportDeadlines(report: Report, inFlight: number, results: ReadonlyMap<string, readonly Answer[]>): void {
  const costs = (impl: string) => (results.get(impl) ?? []).map(({ cpuUs }) => cpuUs);
  const ratio = ratioByRound(costs('ours'), costs('off'));
  const name = `deadlines-cost/${inFlight}`;
  report({ name, impl: 'ours', value: median(costs('ours')), unit: 'µs CPU', ratio, to: 'off' });
}
