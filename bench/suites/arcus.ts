import { cacheFiles } from '../cache/names.ts';
import { startServer } from '../cache/server-process.ts';
import { ratioByRound } from '../rows/ratio.ts';
import { runChild } from '../runner/child.ts';
import type { Report, Suite, SuiteContext } from '../runner/figure.ts';
import { median } from '../runner/median.ts';
import { rounds } from '../runner/rounds.ts';

interface Answer {
  readonly cpuUs: number;
  readonly opsPerSecond: number;
}

const IN_FLIGHT = [1, 64, 1_000] as const;
const memcachedPeers = ['memjs', 'memcached', 'memcache-client', 'memcache'];
const impls = Object.keys(cacheFiles);

/** Calls in a segment: those one after another cost the most. */
function countFor(inFlight: number, quick: boolean): number {
  const count = inFlight === 1 ? 6_000 : 25_000;
  return quick ? count / 5 : count;
}

export const suite: Suite = {
  name: 'arcus',
  async run(report: Report, { quick, progress }: SuiteContext): Promise<void> {
    const memcached = await startServer('memcached');
    if (memcached === undefined) throw new Error('expected memcached to be installed');
    const redis = await startServer('redis');
    const roundCount = quick ? 1 : 5;
    const total = 2 * IN_FLIGHT.length * impls.length * roundCount;
    let done = 0;
    try {
      for (const operation of ['get', 'set'] as const) {
        for (const inFlight of IN_FLIGHT) {
          const name = `${operation}/${inFlight}`;
          const measure = (impl: string): Promise<Answer | undefined> => {
            const port = cacheFiles[impl]?.redis ? redis?.port : memcached.port;
            if (port === undefined) return Promise.resolve(undefined);
            const input = { impl, port, operation, inFlight, count: countFor(inFlight, quick) };
            return runChild<Answer>('cache', input, { limit: 60_000 });
          };
          const results = await rounds(impls, roundCount, measure, (impl) =>
            progress(done++, total, `${name} ${impl}`),
          );
          reportRow(report, name, results);
          if (operation === 'get' && inFlight > 1) reportDeadlines(report, inFlight, results);
        }
      }
    } finally {
      memcached.stop();
      redis?.stop();
    }
    progress(total, total);
  },
};

function reportRow(report: Report, name: string, results: ReadonlyMap<string, readonly Answer[]>): void {
  const costs = (impl: string) => (results.get(impl) ?? []).map(({ cpuUs }) => cpuUs);
  const rates = (impl: string) => (results.get(impl) ?? []).map(({ opsPerSecond }) => opsPerSecond);
  const value = (all: readonly number[]) => (all.length > 0 ? median(all) : null);
  for (const impl of impls) {
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
